def word_count(text):
    """Count how often each word stands in a text; capitals do not matter."""
    counts = {}
    for word in text.lower().split():
        counts[word] = counts.get(word, 0) + 1
    return counts


assert word_count("the cat and the dog") == {"the": 2, "cat": 1, "and": 1, "dog": 1}
assert word_count("") == {}
assert word_count("No no NO") == {"no": 3}
