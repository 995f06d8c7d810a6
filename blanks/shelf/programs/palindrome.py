def is_palindrome(text):
    """Tell whether a text reads the same from both ends; only letters count."""
    letters = [c.lower() for c in text if c.isalpha()]
    left, right = 0, len(letters) - 1
    while left < right:
        if letters[left] != letters[right]:
            return False
        left += 1
        right -= 1
    return True


assert is_palindrome("Never odd or even")
assert not is_palindrome("almost")
assert is_palindrome("")
assert is_palindrome("abba")
assert not is_palindrome("abca")
