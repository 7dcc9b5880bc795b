"""What the Python programs of this repository share: its root, the release build, and packages of PyPI. Python 3.9, standard
library only.

Packages go into the user's cache: nothing is installed beside it, nothing gets into the repository."""

import os
import shutil
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def shell(commands):
    """Runs commands behind scripts/common.sh; what they print on standard output."""
    script = f'set -euo pipefail; . "{ROOT}/scripts/common.sh"; need_swift; {commands}'
    done = subprocess.run(["bash", "-c", script], stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return done.stdout.strip()


def release(name):
    """The path of a product of the release build, whether or not it was built. The folder's name is SwiftPM's own business,
    so SwiftPM is asked."""
    return str(Path(shell("release_folder")) / name)


def build(given):
    """The tool that was given, or a release build of it."""
    if given:
        return str(Path(given).resolve())
    return shell('need_sqlite; build_release; echo "$tool"')


# Packages of PyPI

CACHE = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "tracekit"
# Without a network the answer shall not take minutes.
OPTIONS = ["-q", "--disable-pip-version-check", "--no-input", "--no-deps", "--only-binary", ":all:", "--retries", "1",
           "--timeout", "30"]


class Unavailable(Exception):
    """A package cannot be had here; the text says why."""


def installer():
    """The command of a pip: this Python's, or that of an environment made for it."""
    if subprocess.run([sys.executable, "-m", "pip", "--version"], capture_output=True).returncode == 0:
        return [sys.executable, "-m", "pip"]
    folder = CACHE / f"pip-{sys.implementation.cache_tag}"
    if not (folder / "bin/pip").exists():
        made = subprocess.run([sys.executable, "-m", "venv", "--clear", folder], capture_output=True, text=True)
        if made.returncode != 0:
            raise Unavailable("Python has neither pip nor venv here (Debian, Ubuntu: apt-get install python3-venv)")
    return [str(folder / "bin/python"), "-m", "pip"]


def pip(*words):
    done = subprocess.run([*installer(), words[0], *OPTIONS, *map(str, words[1:])], capture_output=True, text=True)
    if done.returncode != 0:
        lines = [line for line in done.stderr.splitlines() if line.startswith("ERROR")] or ["pip failed"]
        raise Unavailable(f"{words[-1]} could not be had from PyPI ({lines[-1].replace('ERROR: ', '')})")


def cached(name, fill):
    """The folder of that name in the cache, filled whole or not at all by `fill(folder)` where it is not there yet."""
    place = CACHE / name
    if place.is_dir():
        return place
    CACHE.mkdir(parents=True, exist_ok=True)
    new = Path(tempfile.mkdtemp(prefix=f"{name}-", dir=CACHE))
    try:
        fill(new)
        new.chmod(0o755)
        try:
            new.rename(place)
        except OSError:
            # Another process was faster.
            if not place.is_dir():
                raise
    finally:
        shutil.rmtree(new, ignore_errors=True)
    return place


def module_folder(package, version):
    """A folder to import one version of a package from; several versions stand beside each other."""
    name = f"{package}-{version}-{sys.implementation.cache_tag}"
    return cached(name, lambda folder: pip("install", "--target", folder, f"{package}=={version}"))


def part_of(package, version, folder):
    """The files below one folder of a package, without the rest of it."""

    def fill(new):
        with tempfile.TemporaryDirectory(dir=CACHE) as wheels:
            pip("download", "-d", wheels, f"{package}=={version}")
            with zipfile.ZipFile(next(Path(wheels).glob("*.whl"))) as wheel:
                names = [name for name in wheel.namelist() if name.startswith(folder + "/")]
                if not names:
                    raise Unavailable(f"{package} {version} has no {folder}")
                wheel.extractall(new, names)

    return cached(f"{package}-{version}-{Path(folder).name}", fill) / folder
