# where: 0 <= n <= 5
def hanoi(n, start="A", end="C", spare="B"):
    """List the moves that carry n discs from one peg to another."""
    if n == 0:
        return []
    before = hanoi(n - 1, start, spare, end)
    after = hanoi(n - 1, spare, end, start)
    return before + [start + end] + after


assert hanoi(1) == ["AC"]
assert hanoi(2) == ["AB", "AC", "BC"]
assert hanoi(0) == []
