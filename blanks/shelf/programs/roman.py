# where: 1 <= n <= 3999
def roman(n):
    """Write a number in Roman numerals.

    >>> roman(9)
    'IX'
    >>> roman(1984)
    'MCMLXXXIV'
    >>> roman(3)
    'III'
    """
    signs = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"),
             (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    out = ""
    for value, sign in signs:
        while n >= value:
            out += sign
            n -= value
    return out
