class Account:
    """Money that cannot fall below zero."""

    def __init__(self, balance=0):
        self.balance = balance

    def pay(self, amount):
        if amount > self.balance:
            raise ValueError("not enough")
        self.balance -= amount
        return self.balance

    def add(self, amount, rate=0):
        self.balance += amount + amount * rate // 100
        return self.balance


a = Account(100)
assert a.pay(30) == 70
assert a.add(50, 10) == 125
assert a.pay(125) == 0
assert a.add(7) == 7
