# where: 0 <= n <= 40
def fizzbuzz(n):
    """Count to n, with Fizz for multiples of 3, Buzz for those of 5, and both for those of both."""
    out = []
    for i in range(1, n + 1):
        word = ""
        if i % 3 == 0:
            word += "Fizz"
        if i % 5 == 0:
            word += "Buzz"
        out.append(word or str(i))
    return out


assert fizzbuzz(3) == ["1", "2", "Fizz"]
assert fizzbuzz(5)[-1] == "Buzz"
assert fizzbuzz(15)[-1] == "FizzBuzz"
assert fizzbuzz(0) == []
