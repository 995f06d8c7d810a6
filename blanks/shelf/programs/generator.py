# where: 0 <= n <= 20
def triangular(n):
    """Yield the first n triangular numbers: 1, 3, 6, ..."""
    total = 0
    for i in range(1, n + 1):
        total += i
        yield total


assert list(triangular(4)) == [1, 3, 6, 10]
assert list(triangular(0)) == []
assert sum(triangular(3)) == 10
