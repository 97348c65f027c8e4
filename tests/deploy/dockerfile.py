"""The steps of the Dockerfile, and the same steps without Docker: in folders that stand for the roots of its stages."""

import json
import os
import re
import shlex
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

from tests.cli.programs import ROOT

OWN_PATHS = ("/tools", "/paltable", "/src", "/var/lib/paltable")
"""The absolute paths that its commands name and that the image does not have from its base."""


class Step(NamedTuple):
    """One instruction."""

    verb: str
    rest: str


class Stage(NamedTuple):
    """What follows a FROM."""

    base: str
    name: str
    steps: tuple[Step, ...]

    def of(self, verb: str) -> list[str]:
        """What stands behind an instruction, each time it occurs."""
        return [step.rest for step in self.steps if step.verb == verb]

    @property
    def environment(self) -> dict[str, str]:
        """What its ENV lines set, as they are written."""
        return dict(word.split("=", 1) for rest in self.of("ENV") for word in shlex.split(rest))

    @property
    def command(self) -> list[str]:
        """What the image runs."""
        (command,) = self.of("CMD")
        return [str(word) for word in json.loads(command)]


def stages(text: str) -> list[Stage]:
    """The stages of a Dockerfile, without its comments."""
    text = re.sub(r"^#.*\n", "", text, flags=re.M).replace("\\\n", " ")
    found: list[Stage] = []
    for line in filter(None, text.splitlines()):
        verb, _, rest = line.partition(" ")
        if verb == "FROM":
            base, _, name = rest.partition(" AS ")
            found.append(Stage(base, name, ()))
        else:
            found[-1] = found[-1]._replace(steps=(*found[-1].steps, Step(verb, rest.strip())))
    return found


class Build:
    """Carries the steps out below ``folder``: a root for each stage, with links to nothing outside of it.

    Commands run on this machine and not in the image's system, with this Python and the paths of `OWN_PATHS` moved into
    the root; what a stage's USER line makes of them is not tried.
    """

    def __init__(self, folder: Path, python: str) -> None:
        self.folder = folder
        self._python = python

    def root(self, stage: str) -> Path:
        return self.folder / (stage or "image")

    def run(self, stage: Stage) -> dict[str, str]:
        """Carry a stage out; the environment that it leaves to its command."""
        root = self.root(stage.name)
        programs = root / "usr" / "bin"
        programs.mkdir(parents=True)
        (programs / "python").symlink_to(self._python)
        own = {name: value for name, value in os.environ.items() if not name.startswith(("PALTABLE_", "PYTHON"))}
        own |= {"HOME": str(root), "PATH": f"{programs}:/usr/bin:/bin"}
        here = root
        for verb, rest in stage.steps:
            match verb:
                case "WORKDIR":
                    here = root / rest.lstrip("/")
                    here.mkdir(parents=True, exist_ok=True)
                case "COPY":
                    self._copy(rest, root, here)
                case "RUN" if not rest.startswith("useradd "):
                    subprocess.run(self._moved(rest, root), shell=True, cwd=here, env=own, check=True)
                case "ENV":
                    words = (self._moved(word, root).split("=", 1) for word in shlex.split(rest))
                    own |= {name: value.replace("$PATH", own["PATH"]) for name, value in words}
                case "RUN" | "USER" | "VOLUME" | "EXPOSE" | "HEALTHCHECK" | "CMD":
                    pass
                case _:
                    raise AssertionError(f"an instruction that nobody has thought of: {verb}")
        return own

    @staticmethod
    def _moved(text: str, root: Path) -> str:
        paths = "|".join(map(re.escape, OWN_PATHS))
        return re.sub(rf"(?<![\w./])({paths})(?=[/\s:\"]|$)", lambda found: f"{root}{found[1]}", text)

    def _copy(self, rest: str, root: Path, here: Path) -> None:
        *sources, target = rest.split()
        if sources[0].startswith("--from="):
            (source,) = sources[1:]
            came_from = self.root(sources[0].removeprefix("--from="))
            shutil.copytree(came_from / source.lstrip("/"), root / target.lstrip("/"), symlinks=True)
            self._relocate(root / target.lstrip("/"), came_from, root)
            return
        for source in sources:
            folder = (ROOT / source).is_dir()
            for name in context(source):
                inside = str(Path(name).relative_to(source)) if folder else Path(name).name
                goal = here / target / inside
                goal.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy2(ROOT / name, goal)

    @staticmethod
    def _relocate(folder: Path, old: Path, new: Path) -> None:
        """In an image the path is the same in both stages; here the root is another one, and scripts name it."""
        for script in (folder / "bin").iterdir():
            if script.is_file() and not script.is_symlink():
                script.write_text(script.read_text().replace(str(old), str(new)))


def context(source: str) -> list[str]:
    """The files of the build's context at or below a path: everything here that `.dockerignore` does not leave out."""
    if (ROOT / source).is_file():
        return [source]
    found: list[str] = []
    for folder, folders, names in os.walk(ROOT / source):
        here = Path(folder).relative_to(ROOT)
        folders[:] = sorted(name for name in folders if not is_ignored((here / name).as_posix()))
        found += [path for name in sorted(names) if not is_ignored(path := (here / name).as_posix())]
    return found


def is_ignored(name: str) -> bool:
    """Whether `.dockerignore` leaves a file or folder out; of its language what it uses is known."""
    parts = name.split("/")
    for pattern in (ROOT / ".dockerignore").read_text(encoding="utf-8").split():
        if pattern.startswith("**/"):
            if pattern.removeprefix("**/") in parts:
                return True
        elif "/" in pattern:
            if f"{name}/".startswith(f"{pattern}/"):
                return True
        elif re.fullmatch(re.escape(pattern).replace(r"\*", ".*"), parts[0]):
            return True
    return False
