"""Logic puzzles to train and test models on: made, solved, explained and marked.

    import quandary

    for p in quandary.generate("sudoku:6x6", seed=1):      # endless
        s = quandary.score(p, model(p.prompt))             # s.correct, s.score, s.reason, s.detail

One process of the program answers all calls. It starts with the first one; when it dies, a new one repeats what was asked.
"""

from typing import TYPE_CHECKING

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

if TYPE_CHECKING:
    from . import adapters, gym, pictures, ray, spark, suite, tables, traces
    __version__: str
else:
    def __getattr__(name):
        """The modules that not everybody needs, some of which import other libraries, and the version, when somebody asks for them."""
        import importlib
        import importlib.metadata

        if name in ("adapters", "gym", "pictures", "ray", "spark", "suite", "tables", "traces"):
            return importlib.import_module(f"{__name__}.{name}")
        if name == "__version__":
            try:
                return importlib.metadata.version(__name__)
            except importlib.metadata.PackageNotFoundError:
                pass  # it is used from its sources
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
