"""raw_read.py FILE: reads a file in pieces of 1 MiB and counts its line ends: as fast as bytes come."""

import sys

lines = 0
with open(sys.argv[1], "rb", buffering=0) as data:
    while piece := data.read(1 << 20):
        lines += piece.count(b"\n")
print(lines)
