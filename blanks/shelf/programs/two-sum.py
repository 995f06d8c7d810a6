def two_sum(numbers, target):
    """Find two places whose numbers add up to a target, the first such pair to be complete."""
    seen = {}
    for i, n in enumerate(numbers):
        if target - n in seen:
            return (seen[target - n], i)
        seen[n] = i
    return None


assert two_sum([2, 7, 11, 15], 9) == (0, 1)
assert two_sum([3, 3], 6) == (0, 1)
assert two_sum([1, 2], 9) is None
assert two_sum([4, 1, 5, 3], 8) == (2, 3)
