def steps(graph, start, goal):
    """Count the edges of a shortest way, or give -1."""
    todo = [(start, 0)]
    seen = {start}
    while todo:
        node, far = todo.pop(0)
        if node == goal:
            return far
        for other in graph.get(node, []):
            if other not in seen:
                seen.add(other)
                todo.append((other, far + 1))
    return -1


assert steps({"a": ["b", "c"], "b": ["d"], "c": ["d"]}, "a", "d") == 2
assert steps({"a": ["b"]}, "a", "a") == 0
assert steps({"a": ["b"]}, "b", "a") == -1
assert steps({"a": ["b"], "b": ["c"], "c": ["d"]}, "a", "d") == 3
