# where: 1 <= n <= 10
def pascal(n):
    """List the first n rows of Pascal's triangle."""
    rows = [[1]]
    while len(rows) < n:
        last = rows[-1]
        middle = [last[i] + last[i + 1] for i in range(len(last) - 1)]
        rows.append([1] + middle + [1])
    return rows


assert pascal(1) == [[1]]
assert pascal(4) == [[1], [1, 1], [1, 2, 1], [1, 3, 3, 1]]
