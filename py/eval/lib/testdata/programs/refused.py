# A method that refuses its arguments has changed nothing.
result = []
for x in [[1], {1}, {1: 2}]:
    try:
        x.clear(1)
    except TypeError:
        result.append(x)
