# where: len(a) > 0 and len(b) > 0 and all(len(r) == len(b) for r in a) and all(len(r) == len(b[0]) > 0 for r in b)
def multiply(a, b):
    """Multiply two matrices."""
    return [[sum(row[k] * b[k][j] for k in range(len(b))) for j in range(len(b[0]))] for row in a]


assert multiply([[1, 2], [3, 4]], [[0, 1], [1, 0]]) == [[2, 1], [4, 3]]
assert multiply([[2]], [[5]]) == [[10]]
assert multiply([[1, 0, 2]], [[1], [2], [3]]) == [[7]]
