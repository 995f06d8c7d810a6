# where: n >= 0
def to_binary(n):
    """Write a number in base two.

    >>> to_binary(5)
    '101'
    >>> to_binary(0)
    '0'
    >>> to_binary(12)
    '1100'
    """
    if n == 0:
        return "0"
    digits = ""
    while n > 0:
        digits = str(n % 2) + digits
        n = n // 2
    return digits
