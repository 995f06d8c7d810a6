# Objects, classes and functions with more attributes than are searched one by one.
import copy

result = []


class Big:
    pass


def new_class():
    class Class:
        pass
    return Class



for n in (31, 32, 33, 34, 70):
    for make in (lambda: Big(), new_class, lambda: (lambda: 1)):
        x = make()
        for i in range(n):
            setattr(x, 'a%d' % i, i)
        setattr(x, 'a7', 'seven')
        result.append([getattr(x, 'a%d' % i, None) for i in (0, 7, 30, 31, 32, 33, 34, 69, 70)])
        for i in range(0, n, 3):
            delattr(x, 'a%d' % i)
        x.a3 = 'again'
        result.append([(i, getattr(x, 'a%d' % i)) for i in range(n) if hasattr(x, 'a%d' % i)])
        try:
            del x.a6
        except AttributeError as e:
            result.append('gone')
        while n % 2 and hasattr(x, 'a%d' % (n - 1)):
            delattr(x, 'a%d' % (n - 1))
            n -= 1

big = Big()
for i in range(60):
    setattr(big, 'a%d' % i, [i])
twin, deep = copy.copy(big), copy.deepcopy(big)
twin.b, deep.c = 1, 2
twin.a5.append(5)
del twin.a59
result.append([big.a5, twin.a5, deep.a5, hasattr(big, 'b'), hasattr(big, 'c'), hasattr(big, 'a59'), twin.b, deep.c])
result.append(list(twin.__dict__) == [k for k in big.__dict__ if k != 'a59'] + ['b'])
result.append(list(big.__dict__)[:3])
