def balanced(text):
    """Tell whether every bracket is closed by its partner."""
    partner = {")": "(", "]": "[", "}": "{"}
    stack = []
    for c in text:
        if c in "([{":
            stack.append(c)
        elif c in partner:
            if not stack or stack.pop() != partner[c]:
                return False
    return not stack


assert balanced("([]{})")
assert not balanced("(]")
assert not balanced("((")
assert balanced("")
assert not balanced(")(")
