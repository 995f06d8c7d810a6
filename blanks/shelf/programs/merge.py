# where: a == sorted(a) and b == sorted(b)
def merge(a, b):
    """Merge two sorted lists."""
    result = []
    i = j = 0
    while i < len(a) and j < len(b):
        if a[i] <= b[j]:
            result.append(a[i])
            i += 1
        else:
            result.append(b[j])
            j += 1
    return result + a[i:] + b[j:]


assert merge([1, 4], [2, 3]) == [1, 2, 3, 4]
assert merge([], [1]) == [1]
assert merge([1, 5, 9], []) == [1, 5, 9]
