# where: len(rows) > 0 and all(len(r) == len(rows[0]) for r in rows)
def transpose(rows):
    """Turn the rows of a table into columns."""
    result = []
    for c in range(len(rows[0])):
        column = []
        for r in range(len(rows)):
            column.append(rows[r][c])
        result.append(column)
    return result


assert transpose([[1, 2, 3], [4, 5, 6]]) == [[1, 4], [2, 5], [3, 6]]
assert transpose([[7]]) == [[7]]
assert transpose([[1], [2]]) == [[1, 2]]
