def anagrams(words):
    """Put words with the same letters together, in the order in which they come."""
    groups = {}
    for word in words:
        key = "".join(sorted(word))
        groups.setdefault(key, []).append(word)
    return [group for group in groups.values() if len(group) > 1]


assert anagrams(["tea", "tan", "eat", "nat", "bat"]) == [["tea", "eat"], ["tan", "nat"]]
assert anagrams(["a", "b"]) == []
assert anagrams(["ab", "ba", "abc"]) == [["ab", "ba"]]
