# where: 0 <= n <= 60
def fibonacci(n):
    """Return the n-th Fibonacci number; the numbers 0 and 1 are 0 and 1."""
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


assert fibonacci(0) == 0
assert fibonacci(1) == 1
assert fibonacci(10) == 55
