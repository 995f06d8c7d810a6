# where: 1 <= n <= 200
def collatz(n):
    """Count the steps from n to 1: halve an even number, else triple it and add one."""
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n //= 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


assert collatz(1) == 0
assert collatz(6) == 8
assert collatz(7) == 16
