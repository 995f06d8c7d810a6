"""Solves boards with puzzlekit (CP-SAT models; from PyPI, with ortools), for the table of familytable.

Reads JSON lines with "family" and "problem" from standard input, and answers each with a line: "solved", "seconds" of the processor
(parsing, building the model, one solution; no proof that it is the only one), and "error".
"""

import json
import re
import sys
import time

import puzzlekit


def names(family):
    """The names that puzzlekit may have for a family such as ABCEndView."""
    words = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", family).lower()
    return dict.fromkeys([words, family.lower()])


def solve(family, problem):
    error = "no name"
    for name in names(family):
        start = time.process_time()
        try:
            result = puzzlekit.solve(problem, name)
        except Exception as why:  # whatever it does not do is told, and the next board goes on
            error = str(why)[:200]
            continue
        seconds = time.process_time() - start
        status = result.solution_data.get("status")
        return {"solved": status in ("Optimal", "Feasible"), "seconds": seconds, "error": "" if status in ("Optimal", "Feasible") else str(status)}
    return {"solved": False, "seconds": 0, "error": error}


for line in sys.stdin:
    board = json.loads(line)
    print(json.dumps(solve(board["family"], board["problem"])), flush=True)
