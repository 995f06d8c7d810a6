def run_length(text):
    """Write each run of a character as the character and how often it stands.

    >>> run_length("aaabcc")
    'a3b1c2'
    >>> run_length("")
    ''
    >>> run_length("zz")
    'z2'
    """
    out = ""
    i = 0
    while i < len(text):
        j = i
        while j < len(text) and text[j] == text[i]:
            j += 1
        out += text[i] + str(j - i)
        i = j
    return out
