# where: n >= 0
def digit_sum(n):
    """Add the decimal digits of a number."""
    total = 0
    while n > 0:
        total += n % 10
        n //= 10
    return total


assert digit_sum(0) == 0
assert digit_sum(123) == 6
assert digit_sum(9075) == 21
