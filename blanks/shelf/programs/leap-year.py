# where: 1 <= year <= 3000
def is_leap(year):
    """Tell whether a year of the Gregorian calendar has 366 days."""
    if year % 400 == 0:
        return True
    return year % 4 == 0 and year % 100 != 0


assert is_leap(2024)
assert not is_leap(1900)
assert is_leap(2000)
assert not is_leap(2023)
