# where: len(a) <= 6 and len(b) <= 6
def distance(a, b):
    """Count the letters to insert, drop or replace to make b of a."""
    row = list(range(len(b) + 1))
    for i in range(1, len(a) + 1):
        diagonal, row[0] = row[0], i
        for j in range(1, len(b) + 1):
            cost = 0 if a[i - 1] == b[j - 1] else 1
            best = min(row[j] + 1, row[j - 1] + 1, diagonal + cost)
            diagonal, row[j] = row[j], best
    return row[-1]


assert distance("cat", "cut") == 1
assert distance("", "ab") == 2
assert distance("house", "mouse") == 1
assert distance("abc", "cab") == 2
