# where: a >= 0 and b >= 0
def gcd(a, b):
    """Return the greatest common divisor of two whole numbers."""
    while b != 0:
        a, b = b, a % b
    return a


assert gcd(12, 18) == 6
assert gcd(9, 0) == 9
assert gcd(7, 5) == 1
assert gcd(100, 75) == 25
