"""Logic puzzles to train and test models on: made, solved, explained and marked.

    import quandary

    for p in quandary.generate("sudoku:6x6", seed=1):      # endless
        s = quandary.score(p, model(p.prompt))             # s.correct, s.score, s.reason, s.detail

One process of the program answers all calls. It starts with the first one; when it dies, a new one repeats what was asked.
"""

from ._client import Client
from .api import (
    Completed,
    acheck,
    aexplain,
    agenerate,
    ascore,
    ascore_all,
    asolve,
    check,
    draw,
    explain,
    families,
    generate,
    run,
    score,
    score_all,
    solve,
    solve_all,
    worker_seed,
)
from .builds import build, leaks, verify
from .curriculum import Curriculum, Mixture
from .errors import BiasWarning, QuandaryError, WorkerDied
from .play import Game, Move, Referee, replay
from .puzzle import INSTRUCTION, Explanation, Family, Mark, Puzzle, PuzzleLike, Solution, Step, Verdict

__all__ = [
    "BiasWarning", "Client", "Completed", "Curriculum", "Explanation", "Family", "Game", "INSTRUCTION", "Mark", "Mixture", "Move", "Puzzle", "PuzzleLike", "QuandaryError",
    "Referee", "Solution", "Step", "Verdict", "WorkerDied", "acheck", "build", "leaks", "verify", "aexplain", "agenerate", "ascore", "ascore_all", "asolve", "check", "draw",
    "explain", "families", "generate", "replay", "run", "score", "score_all", "solve", "solve_all", "worker_seed",
]
