# where: 0 <= limit <= 200
def sieve(limit):
    """List the primes up to a limit with the sieve of Eratosthenes."""
    prime = [True] * (limit + 1)
    found = []
    for n in range(2, limit + 1):
        if prime[n]:
            found.append(n)
            for multiple in range(n * n, limit + 1, n):
                prime[multiple] = False
    return found


assert sieve(10) == [2, 3, 5, 7]
assert sieve(1) == []
assert sieve(25) == [2, 3, 5, 7, 11, 13, 17, 19, 23]
