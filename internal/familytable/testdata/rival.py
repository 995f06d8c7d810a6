import json
import sys

for line in sys.stdin:
    board = json.loads(line)
    solved = board["problem"] != "none"
    print(json.dumps({"solved": solved, "seconds": 0.25 * solved, "error": "" if solved else board["family"] + ": none"}), flush=True)
