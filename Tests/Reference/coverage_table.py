#!/usr/bin/env python3
"""Which lines the tests run, by room: `scripts/test --coverage` prints it.

    Tests/Reference/coverage_table.py FILE     the file that `swift test --show-codecov-path` names

Exit status 1 where a room that must is not covered well enough.
"""

import json
import os
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# In per cent: what the readers, the store and the passes must reach, and below which a file is listed with its lines.
THRESHOLD = 95.0
HELD = ["Import", "Store", "Analysis"]


def lines_of(segments):
    """The lines of a file that hold code, and those of them that no test ran, as llvm-cov counts them."""
    by_line = {}
    for line, _, count, has_count, begins, is_gap in segments:
        by_line.setdefault(line, []).append((count, has_count, begins, is_gap))
    code, missed, around = 0, [], None
    for line in range(min(by_line, default=1), max(by_line, default=0) + 1):
        here = by_line.get(line, [])
        begun = [segment for segment in here if segment[1] and segment[2] and not segment[3]]
        is_skipped = bool(here) and not here[0][1] and here[0][2]
        if not is_skipped and (around is not None and around[1] or begun):
            code += 1
            counts = [segment[0] for segment in begun] + ([around[0]] if around is not None and around[1] else [])
            if max(counts) == 0:
                missed.append(line)
        around = here[-1] if here else around
    return code, missed


def ranges(lines):
    found = []
    for line in lines:
        if found and found[-1][1] == line - 1:
            found[-1][1] = line
        else:
            found.append([line, line])
    return ", ".join(str(first) if first == last else "%d-%d" % (first, last) for first, last in found)


def room(path):
    """Folders of TraceKit are rooms; so is every other target."""
    parts = path.split("/")[1:]
    return parts[1] if parts[0] == "TraceKit" and len(parts) > 2 else parts[0]


def per_cent(code, missed):
    return 100.0 * (code - missed) / code if code else 100.0


def main():
    with open(sys.argv[1], encoding="utf-8") as file:
        files = json.load(file)["data"][0]["files"]
    rooms, listed = {}, []
    for entry in files:
        path = os.path.relpath(os.path.realpath(entry["filename"]), os.path.realpath(ROOT))
        if not path.startswith("Sources/"):
            continue
        code, missed = lines_of(entry["segments"])
        sums = rooms.setdefault(room(path), [0, 0])
        sums[0] += code
        sums[1] += len(missed)
        if per_cent(code, len(missed)) < THRESHOLD:
            listed.append((per_cent(code, len(missed)), path, code, missed))

    print("%-20s %7s %7s %8s" % ("room", "run", "lines", "covered"))
    failed = []
    for name, (code, missed) in sorted(rooms.items(), key=lambda item: (item[0] not in HELD, item[0])):
        share = per_cent(code, missed)
        if name in HELD and share < THRESHOLD:
            failed.append(name)
        print("%-20s %7d %7d %6.1f %%%s" % (
            name, code - missed, code, share, "  < %g %%" % THRESHOLD if name in failed else ""))
    if listed:
        print("\nfiles below %g %%, and the lines of them that no test runs" % THRESHOLD)
    for share, path, code, missed in sorted(listed):
        print("%6.1f %%  %s: %d of %d; not %s" % (share, path, code - len(missed), code, ranges(missed)))
    absent = [name for name in HELD if name not in rooms]
    if absent:
        sys.exit("error: no coverage of %s: was the file made by this version of the sources?" % ", ".join(absent))
    if failed:
        sys.exit("error: less than %g %% of the lines of %s are run by tests" % (THRESHOLD, ", ".join(failed)))


main()
