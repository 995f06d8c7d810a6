import re


def initials(name):
    """Write the initials of a name.

    >>> initials("ada lovelace")
    'A.L.'
    >>> initials("grace brewster murray hopper")
    'G.B.M.H.'
    >>> initials("")
    ''
    """
    words = re.findall(r"[a-z]+", name.lower())
    return "".join(word[0].upper() + "." for word in words)
