def quick_sort(items):
    """Sort by splitting at the first item."""
    if len(items) <= 1:
        return items
    pivot, rest = items[0], items[1:]
    small = [x for x in rest if x < pivot]
    large = [x for x in rest if x >= pivot]
    return quick_sort(small) + [pivot] + quick_sort(large)


assert quick_sort([3, 1, 2]) == [1, 2, 3]
assert quick_sort([]) == []
assert quick_sort([2, 2, 1]) == [1, 2, 2]
