def bubble_sort(numbers):
    """Sort a copy of the list by swapping neighbours."""
    result = list(numbers)
    n = len(result)
    for i in range(n):
        swapped = False
        for j in range(n - 1 - i):
            if result[j] > result[j + 1]:
                result[j], result[j + 1] = result[j + 1], result[j]
                swapped = True
        if not swapped:
            break
    return result


assert bubble_sort([3, 2, 1]) == [1, 2, 3]
assert bubble_sort([5, 1, 4, 2, 8]) == [1, 2, 4, 5, 8]
assert bubble_sort([]) == []
