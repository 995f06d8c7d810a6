class Stack:
    """Things put on top of each other."""

    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        if not self.items:
            return None
        return self.items.pop()

    def top(self):
        return self.items[-1] if self.items else None


s = Stack()
assert s.pop() is None
s.push(1)
s.push(2)
assert s.top() == 2
assert s.pop() == 2
assert s.pop() == 1
assert s.top() is None
