# where: 0 <= shift <= 25
def caesar(text, shift):
    """Move each small letter along the alphabet, and leave all else."""
    out = []
    for c in text:
        if "a" <= c <= "z":
            place = (ord(c) - ord("a") + shift) % 26
            out.append(chr(ord("a") + place))
        else:
            out.append(c)
    return "".join(out)


assert caesar("abc", 1) == "bcd"
assert caesar("xyz", 3) == "abc"
assert caesar("go home!", 13) == "tb ubzr!"
