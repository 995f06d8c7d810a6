1:23: the invariant has no end: expected }
domain cars invariant { context Thing inv: Set{1}->size() = 1
