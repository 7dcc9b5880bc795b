"""Shared by the tests of this folder that run the tool as a process: runs with their time and memory, traces of any size, what
must hold of a database, and tables. Python 3.9, standard library only."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

sys.path.insert(1, str(Path(__file__).resolve().parents[2] / "scripts"))

from common import ROOT, build  # noqa: E402, F401 (build is for those who import this file)

SMALL = ROOT / "SampleTraces/landmarks-before.json"


class Folder:
    """A folder that is gone at the end, whatever happens."""

    def __init__(self, where=None):
        self.path = Path(tempfile.mkdtemp(prefix="tracekit-", dir=where))

    def __enter__(self):
        return self.path

    def __exit__(self, *_):
        shutil.rmtree(self.path, ignore_errors=True)


class Run:
    """One run of the tool: exit code, streams, seconds (of the clock and of the processor), and the peak of its memory in MB."""

    def __init__(self, words, seconds=120, stdout=subprocess.PIPE, stdin=subprocess.DEVNULL, **rest):
        self.start, self.limit = time.monotonic(), seconds
        self.process = subprocess.Popen(
            [str(word) for word in words], stdin=stdin, stdout=stdout, stderr=subprocess.PIPE, **rest)
        self.streams, self.peak = {}, 0.0
        self.readers = [threading.Thread(target=self.read, args=(name,), daemon=True) for name in ("stdout", "stderr")]
        for reader in self.readers:
            reader.start()

    def read(self, name):
        stream = getattr(self.process, name)
        self.streams[name] = stream.read() if stream else b""

    def signal(self, number):
        if self.process.returncode is None:
            try:
                os.kill(self.process.pid, number)
            except ProcessLookupError:
                pass
        return self

    def look_at_memory(self):
        """Linux counts what this script had before it became the tool, so the kernel's own sum is of no use there."""
        try:
            with open(f"/proc/{self.process.pid}/status") as file:
                for line in file:
                    if line.startswith("VmHWM:"):
                        self.peak = int(line.split()[1]) / 1024
        except OSError:
            pass

    @property
    def is_running(self):
        """Waits for nothing; once it is false, `code` and `peak` are known."""
        if self.process.returncode is None:
            self.look_at_memory()
            pid, status, usage = os.wait4(self.process.pid, os.WNOHANG)
            if pid:
                self.process.returncode = os.waitstatus_to_exitcode(status)
                if sys.platform != "linux":
                    self.peak = usage.ru_maxrss / (1 << 20)
                self.seconds = time.monotonic() - self.start
                self.cpu = usage.ru_utime + usage.ru_stime
        return self.process.returncode is None

    def finish(self):
        hung, pause = False, 0.0005
        while self.is_running:
            if time.monotonic() - self.start > self.limit:
                hung = True
                self.signal(signal.SIGKILL)
            time.sleep(pause)
            pause = min(0.02, pause * 1.5)
        for reader in self.readers:
            reader.join()
        self.code = self.process.returncode
        self.out, self.err = (self.streams[name].decode("utf-8", "replace") for name in ("stdout", "stderr"))
        if hung:
            self.err += f"\n(hung: stopped by the script after {self.limit} s)"
        return self


def run(*words, **rest):
    return Run(words, **rest).finish()


def ndjson(path, records, seed=1, names=200, mode="w"):
    """A believable trace of so many records: interactions, causes and updates, in our NDJSON."""
    dice = random.Random(seed)
    with open(path, mode) as file:
        file.write('{"record": "trace", "name": "Generated %d", "app": "Generated"}\n' % seed)
        lines = []
        for number in range(1, records + 1):
            at = number * 20_000
            if number % 500 == 1:
                line = '{"record":"interaction","id":%d,"kind":"tap","name":"Tap %d","start_ns":%d}' % (number, number % 7, at)
                tap = cause = number
            elif number % 10 == 2:
                cause = number
                line = '{"record":"cause","id":%d,"cause":%d,"kind":"state","name":"Model.x%d","start_ns":%d}' % (
                    number, tap, dice.randrange(50), at)
            else:
                line = '{"record":"update","id":%d,"cause":%d,"view":"View%d","start_ns":%d,"duration_ns":%d}' % (
                    number, cause, dice.randrange(names), at, dice.randrange(1000, 19_000_000))
            lines.append(line)
            if len(lines) == 10_000:
                file.write("\n".join(lines) + "\n")
                lines = []
        if lines:
            file.write("\n".join(lines) + "\n")
    return path


def traces(path):
    """How many traces a database holds; 0 where there is none."""
    if not Path(path).exists():
        return 0
    with sqlite3.connect(path, timeout=20) as connection:
        count = connection.execute("SELECT count(*) FROM trace").fetchone()[0]
    connection.close()
    return count


def faults(path):
    """What is wrong with a database, in words; nothing where it is whole or not there."""
    if not Path(path).exists():
        return []
    connection = sqlite3.connect(path, timeout=20)
    found = []
    try:
        answer = [row[0] for row in connection.execute("PRAGMA integrity_check")]
        if answer != ["ok"]:
            found.append(f"integrity_check: {answer[:2]}")
        rows = connection.execute("""
            SELECT t.id, coalesce(sum(count) FILTER (WHERE counter = 'rows-seen'), -1),
                   coalesce(sum(count) FILTER (WHERE counter IN ('rows-imported', 'rows-rejected', 'rows-skipped')), -2)
            FROM trace t LEFT JOIN import_counters c ON c.trace_id = t.id GROUP BY t.id""")
        found += [f"trace {id}: {seen} rows seen, {kept} accounted for" for id, seen, kept in rows if seen != kept]
        tables = [row[0] for row in connection.execute("SELECT name FROM pragma_table_list WHERE type = 'table'")]
        for table in tables:
            columns = [row[1] for row in connection.execute(f"PRAGMA table_info({table})")]
            if "trace_id" in columns:
                query = f"SELECT count(*) FROM {table} WHERE trace_id NOT IN (SELECT id FROM trace)"
                half = connection.execute(query).fetchone()[0]
                if half:
                    found.append(f"{table}: {half} rows of no trace")
    except sqlite3.Error as error:
        found.append(str(error))
    connection.close()
    return found


def leftovers(folder, expected):
    """Names in a folder that should not be there."""
    return sorted(set(os.listdir(folder)) - set(expected))


class Table:
    """Prints rows as they come, in columns; remembers whether one was a fault."""

    def __init__(self, title, *columns):
        self.columns, self.failed = columns, []
        print(f"\n{title}\n")
        print("| " + " | ".join(name.ljust(width) for name, width in columns) + " |")
        print("|" + "|".join("-" * (width + 2) for _, width in columns) + "|", flush=True)

    def row(self, *cells):
        print("| " + " | ".join(str(cell).ljust(width) for cell, (_, width) in zip(cells, self.columns)) + " |", flush=True)

    def fault(self, text):
        self.failed.append(text)
        print(f"FAULT: {text}", flush=True)
