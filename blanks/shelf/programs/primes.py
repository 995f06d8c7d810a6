# where: n <= 500
def is_prime(n):
    """Tell whether a number is prime."""
    if n < 2:
        return False
    d = 2
    while d * d <= n:
        if n % d == 0:
            return False
        d += 1
    return True


assert is_prime(2)
assert not is_prime(1)
assert is_prime(13)
assert not is_prime(9)
assert not is_prime(-3)
