# where: items == sorted(items)
def binary_search(items, wanted):
    """Return where wanted stands in a sorted list, or -1."""
    low = 0
    high = len(items) - 1
    while low <= high:
        mid = (low + high) // 2
        if items[mid] == wanted:
            return mid
        if items[mid] < wanted:
            low = mid + 1
        else:
            high = mid - 1
    return -1


assert binary_search([1, 3, 5, 7], 5) == 2
assert binary_search([1, 3, 5, 7], 4) == -1
assert binary_search([], 1) == -1
assert binary_search([2, 4, 6, 8, 10], 10) == 4
