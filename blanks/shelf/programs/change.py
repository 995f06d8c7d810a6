# where: amount >= 0 and coins == [50, 20, 10, 5, 2, 1]
def change(amount, coins):
    """Give an amount in coins, the largest first."""
    given = {}
    for coin in coins:
        count = amount // coin
        if count > 0:
            given[coin] = count
        amount %= coin
    return given


assert change(88, [50, 20, 10, 5, 2, 1]) == {50: 1, 20: 1, 10: 1, 5: 1, 2: 1, 1: 1}
assert change(0, [50, 20, 10, 5, 2, 1]) == {}
assert change(44, [50, 20, 10, 5, 2, 1]) == {20: 2, 2: 2}
