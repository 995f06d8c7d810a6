def insertion_sort(items):
    """Return the items in ascending order; the list that was given stays as it is."""
    items = items[:]
    for i in range(1, len(items)):
        key = items[i]
        j = i - 1
        while j >= 0 and items[j] > key:
            items[j + 1] = items[j]
            j -= 1
        items[j + 1] = key
    return items


assert insertion_sort([3, 1, 2]) == [1, 2, 3]
assert insertion_sort([]) == []
assert insertion_sort([5, 5, 1]) == [1, 5, 5]
