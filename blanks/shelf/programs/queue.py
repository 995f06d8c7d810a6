class Queue:
    """First in, first out, in a ring of a fixed size."""

    def __init__(self, size):
        self.ring = [None] * size
        self.first = 0
        self.count = 0

    def put(self, item):
        if self.count == len(self.ring):
            return False
        self.ring[(self.first + self.count) % len(self.ring)] = item
        self.count += 1
        return True

    def take(self):
        if self.count == 0:
            return None
        item = self.ring[self.first]
        self.first = (self.first + 1) % len(self.ring)
        self.count -= 1
        return item


q = Queue(2)
assert q.take() is None
assert q.put("a")
assert q.put("b")
assert not q.put("c")
assert q.take() == "a"
q.put("d")
assert q.take() == "b"
assert q.take() == "d"
assert q.take() is None
