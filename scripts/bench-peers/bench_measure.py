"""How scripts/bench measures: whole processes, paired and interleaved; memory as the operating system counts it."""

import os
import re
import statistics
import subprocess
import sys
import time


class Run:
    """One process from start to end: seconds of wall clock and of the processors, and the most memory it had, in bytes.
    `codes`: how it may end."""

    def __init__(self, command, output=None, source=None, codes=(0,)):
        self.text = ""
        # What a process prints goes to a file: a pipe that is read late would hold it up.
        with open(output or os.devnull, "wb") as sink, open(source or os.devnull, "rb") as words:
            # What the run before left to be written is written first: a run that waits for the disk, as ours does before
            # it says that a database is there, would wait for that too, and pay for the other side.
            os.sync()
            start = time.perf_counter()
            child = subprocess.Popen(command, stdin=words, stdout=sink, stderr=subprocess.PIPE)
            errors = child.stderr.read()
            _, status, usage = os.wait4(child.pid, 0)
            self.seconds = time.perf_counter() - start
        child.stderr.close()
        child.returncode = os.waitstatus_to_exitcode(status)
        if child.returncode not in codes:
            raise RuntimeError("'%s' ended with %d: %s" % (
                " ".join(command)[:300], child.returncode, errors.decode(errors="replace")[-800:]))
        self.errors = errors.decode(errors="replace")
        self.cpu = usage.ru_utime + usage.ru_stime
        # Linux counts in KiB, macOS in bytes.
        self.peak = usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024)
        if output:
            with open(output, encoding="utf-8", errors="replace") as text:
                self.text = text.read()


class Figure:
    """What a measured command gave over all runs."""

    def __init__(self, runs, seconds=None):
        self.all = seconds or [run.seconds for run in runs]
        self.seconds = statistics.median(self.all)
        self.peak = max(run.peak for run in runs)


class Pair:
    def __init__(self, ours, theirs):
        self.ours, self.theirs = ours, theirs
        ratios = [a / b for a, b in zip(ours.all, theirs.all)]
        self.ratio, self.least, self.most = statistics.median(ratios), min(ratios), max(ratios)


def paired(ours, theirs, runs):
    """Measures two callables in turns; each begins every second time. They return a `Run`, or a `Run` and the seconds
    that count of it."""
    results = ([], [])
    for turn in range(runs):
        for side in (0, 1) if turn % 2 == 0 else (1, 0):
            done = (ours, theirs)[side]()
            results[side].append(done if isinstance(done, tuple) else (done, done.seconds))
    return Pair(*(Figure([run for run, _ in side], [seconds for _, seconds in side]) for side in results))


def repeated(measure, runs):
    return Figure([measure() for _ in range(runs)])


def instructions(command):
    """How many instructions a process takes, counted by callgrind: a figure that repeats."""
    done = Run(["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null"] + command)
    found = re.search(r"Collected : (\d+)", done.errors)
    if not found:
        raise RuntimeError("callgrind did not say how many instructions it counted")
    return int(found.group(1))
