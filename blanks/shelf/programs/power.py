# where: n >= 0 and abs(x) < 100 and n < 50
def power(x, n):
    """Raise x to the n by squaring."""
    result = 1
    while n > 0:
        if n % 2 == 1:
            result *= x
        x *= x
        n //= 2
    return result


assert power(2, 10) == 1024
assert power(3, 0) == 1
assert power(5, 3) == 125
