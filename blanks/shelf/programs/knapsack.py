# where: room >= 0 and len(weights) == len(values) and len(weights) <= 5
def knapsack(weights, values, room):
    """Return the most that can be packed, each thing once at most."""
    best = [0] * (room + 1)
    for i in range(len(weights)):
        for r in range(room, weights[i] - 1, -1):
            best[r] = max(best[r], best[r - weights[i]] + values[i])
    return best[room]


assert knapsack([1, 3, 4], [15, 20, 30], 4) == 35
assert knapsack([2], [9], 1) == 0
assert knapsack([2, 2, 3], [3, 4, 6], 5) == 10
