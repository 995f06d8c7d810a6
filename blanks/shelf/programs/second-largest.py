def second_largest(numbers):
    """Return the second largest of the different numbers, or None."""
    first = second = None
    for n in numbers:
        if first is None or n > first:
            first, second = n, first
        elif n != first and (second is None or n > second):
            second = n
    return second


assert second_largest([3, 1, 2]) == 2
assert second_largest([5, 5, 4]) == 4
assert second_largest([7]) is None
assert second_largest([1, 9, 3, 9]) == 3
