"""match_signposts.py FILE: a regular expression over every line of compact signpost text, begins paired with ends by
name. This is the script that people use today."""

import re
import sys

LINE = re.compile(
    r"^(\d{4}-\d\d-\d\d) (\d\d):(\d\d):(\d\d)\.(\d{3}) Sp ([^\[]+)\[(\d+):([0-9a-f]+)\] \[([^:\]]+):([^\]]+)\] "
    r"\[spid ([^,]+), (\w+), +(begin|end|event)\] ([^:]+)(?:: (.*))?$")

opened = {}
counts = {}
with open(sys.argv[1], encoding="utf-8") as lines:
    for line in lines:
        match = LINE.match(line)
        if not match:
            continue
        (_, hours, minutes, seconds, milliseconds, _, pid, _, subsystem, category, spid, _, kind, name,
         _) = match.groups()
        time = ((int(hours) * 60 + int(minutes)) * 60 + int(seconds)) * 1000 + int(milliseconds)
        key = (pid, subsystem, category, name, spid)
        if kind == "begin":
            opened.setdefault(key, []).append(time)
        elif kind == "end" and opened.get(key):
            spent = time - opened[key].pop()
            count, total = counts.get(name, (0, 0))
            counts[name] = (count + 1, total + spent)
print(len(counts), sum(count for count, _ in counts.values()))
