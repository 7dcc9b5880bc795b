"""Where SwiftPM puts what it builds; the folder's name is SwiftPM's own business, so SwiftPM is asked."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def ask(commands):
    """The folders that the commands name."""
    script = f'set -e; . "{ROOT}/scripts/common.sh"; need_swift; {commands}'
    asked = subprocess.run(["bash", "-c", script], stdout=subprocess.PIPE, text=True)
    if asked.returncode != 0:
        sys.exit(asked.returncode)
    return [Path(line) for line in asked.stdout.splitlines()]


def release(name):
    """The path of a product of the release build, whether or not it was built."""
    return str(ask("release_folder")[0] / name)


def newest(name):
    """The path of a product of the release or the debug build, whichever was built last; None = neither was."""
    paths = [folder / name for folder in ask('release_folder; swift build --package-path "$root" --show-bin-path')]
    return max((path for path in paths if path.is_file()), key=lambda path: path.stat().st_mtime, default=None)
