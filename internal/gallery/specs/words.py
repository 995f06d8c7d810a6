"""Small helpers for English text, shared by the specifications of the gallery."""

NUMBERS = ["no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"]


def listed(words, last="and"):
    """Join words as a sentence does: a, b and c."""
    words = [str(w) for w in words]
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + f" {last} {words[-1]}"


def number(n):
    """A small number in words."""
    return NUMBERS[n] if 0 <= n < len(NUMBERS) else str(n)


def counted(n, one, many=None):
    """A number with its noun: one apple, three apples."""
    if n == 1:
        return f"one {one}"
    return f"{number(n)} {many or one + 's'}"


def capital(text):
    """The text with a capital letter at its beginning."""
    return text[:1].upper() + text[1:]
