"""The table of every command on every shape of trace: what each costs as a ratio to `report` of the same file."""

import os
import statistics
import subprocess

from bench_measure import Run
from bench_setup import PEERS, PYTHON, TOOL, generate, say

MB = 1_000_000
SHAPES = ["typical", "many-interactions", "many-chains", "many-views", "deep", "stalls", "samples", "unique-names"]
# Stands for the view with the most updates.
VIEW = "VIEW"
MOST_UPDATED = "SELECT view FROM view_summary ORDER BY updates DESC, view LIMIT 1"
# One baseline for so many commands: machines drift.
STRETCH = 4


class Command:
    """`bar` is a ratio to `report` of the same file. `sides`: how many traces it reads."""

    def __init__(self, name, bar, aim, words, sides=1):
        self.name, self.bar, self.aim, self.words, self.sides = name, bar, aim, words, sides

    def most_memory(self, records):
        return self.sides * (40 * MB + 120 * records)


def commands(bench):
    out = bench.path("command.out")
    budget = bench.path("budget.json")
    drawn = [Command("report --format " + form, 1.6, 1.2, ["report", "A", "--format", form, "--output", out])
             for form in ["html", "json", "markdown"]]
    exports = [Command("export --to " + to, 2.5, 1.5, ["export", "A", "--to", to, "--output", out])
               for to in ["ndjson", "json", "csv"]]
    return drawn + [
        Command("diff A B", 2.6, 2.1, ["diff", "A", "B"], sides=2),
        Command("diff A B --format html", 3.2, 2.1, ["diff", "A", "B", "--format", "html", "--output", out], sides=2),
        Command("check --init", 1.4, 1.1, ["check", "--init", "A", "--output", budget, "--force"]),
        Command("check --budget", 1.4, 1.1, ["check", "A", "--budget", budget]),
        Command("chains", 1.4, 1.1, ["chains", "A"]),
        Command("doctor", 1.4, 1.1, ["doctor", "A"]),
        Command("report --view", 1.4, 1.1, ["report", "A", "--view", VIEW]),
        Command("report --window", 1.4, 1.1, ["report", "A", "--window", "10000..20000"]),
    ] + exports + [
        Command("export --to perfetto", 4, 2.5, ["export", "A", "--to", "perfetto", "--output", out]),
        Command("report of a database --deadlines 4,8", 1.5, 1.0, ["report", "DB", "--deadlines", "4,8"]),
    ]


class Shape:
    """What was measured of one shape: ratios of times and of processor time, and the most memory, by command."""

    def __init__(self, bench, name, records):
        self.name, self.records = name, records
        self.files = {
            side: generate(bench.folder, "ndjson", records, "ndjson", shape=name, seed=seed)
            for side, seed in [("A", 1), ("B", 2)]
        }
        self.files["DB"] = bench.path("shape-%s.sqlite" % name)
        self.bytes = os.path.getsize(self.files["A"])
        self.reports, self.ratios, self.cpu, self.peaks, self.duck, self.failed = [], {}, {}, {}, [], {}

    def run(self, words):
        return Run([TOOL] + [self.files.get(word, word) for word in words] + ["--quiet"], codes=(0, 3))

    def measure(self, bench, wanted, runs):
        bench.fresh(os.path.basename(self.files["DB"]))
        Run([TOOL, "import", self.files["A"], "--db", self.files["DB"], "--quiet"])
        answer = subprocess.check_output([TOOL, "query", self.files["DB"], MOST_UPDATED, "--format", "csv"], text=True)
        self.files[VIEW] = answer.splitlines()[1]
        for turn in range(runs):
            for index, command in enumerate(wanted):
                if index % STRETCH == 0:
                    base = self.run(["report", "A"])
                    self.reports.append(base)
                self.one(bench, command, base)
            self.against_duck(bench)
            # Else the next ones wait for what these have yet to write.
            os.sync()
        os.remove(self.files["DB"])

    def one(self, bench, command, base):
        if command.name in self.failed:
            return
        if "--output" in command.words:
            # Else it waits until what the command before it wrote is gone, which may be a hundred times as long.
            bench.fresh("command.out")
        try:
            done = self.run(command.words)
        except RuntimeError as error:
            self.failed[command.name] = str(error)
            say("  %s: %s" % (command.name, error))
            return
        self.ratios.setdefault(command.name, []).append(done.seconds / base.seconds)
        self.cpu.setdefault(command.name, []).append(done.cpu / base.cpu)
        self.peaks[command.name] = max(self.peaks.get(command.name, 0), done.peak)

    def against_duck(self, bench):
        """Our whole report into a database on disk against theirs, where DuckDB is there."""
        if not bench.has_duck:
            return
        ours = Run([TOOL, "report", self.files["A"], "--db", bench.fresh("ours.sqlite"), "--quiet"])
        theirs = Run([PYTHON, os.path.join(PEERS, "duckdb_load.py"), self.files["A"], bench.fresh("theirs.duckdb")])
        self.duck.append(ours.seconds / theirs.seconds)

    @property
    def seconds(self):
        return statistics.median(run.seconds for run in self.reports)


def cell(value, is_met):
    return value if is_met else "**%s**" % value


def table(bench, records, runs, names, only):
    """The Markdown of three tables; a missed bar is bold."""
    wanted = [command for command in commands(bench) if not only or only.lower() in command.name.lower()]
    shapes = []
    for name in names:
        say("  shape %s" % name)
        shape = Shape(bench, name, records)
        shape.measure(bench, wanted, runs)
        shapes.append(shape)
        say("    " + ", ".join("%s %.2f" % (key, statistics.median(values)) for key, values in shape.ratios.items()))
    head = ["| %s |" % " | ".join(["", "bar"] + names), "| --- | --- |%s" % (" --: |" * len(names))]
    return "\n".join(
        ["Every command on %d records of every shape: the median of %d ratios to `report` of the same file, of time and (in "
         "brackets) of processor time." % (records, runs), ""]
        + head + report_rows(shapes, names) + [row(command, shapes) for command in wanted]
        + ["", "The most memory of any run, in MB:", ""] + head
        + [memory_row(Command("report", 0, 0, []), shapes, records)]
        + [memory_row(command, shapes, records) for command in wanted]) + "\n"


def report_rows(shapes, names):
    rows = ["| `report`, seconds | | %s |" % " | ".join("%.2f" % shape.seconds for shape in shapes)]
    first = next((shape for shape in shapes if shape.name == "typical"), None)
    if first:
        each = [shape.seconds / shape.bytes / (first.seconds / first.bytes) for shape in shapes]
        rows.append("| `report` per byte / of `typical` | ≤ 1.6 | %s |" % " | ".join(
            cell("%.2f" % ratio, ratio <= 1.6) for ratio in each))
    if any(shape.duck for shape in shapes):
        cells = []
        for shape in shapes:
            ratio = statistics.median(shape.duck)
            cells.append(cell("%.2f" % ratio, ratio <= 0.8 or shape.name in ("stalls", "samples")))
        rows.append("| `report --db` / DuckDB load and three queries | ≤ 0.8 | %s |" % " | ".join(cells))
    return rows


def row(command, shapes):
    cells = []
    for shape in shapes:
        if command.name not in shape.ratios:
            cells.append("**failed**")
            continue
        ratio, cpu = (statistics.median(values[command.name]) for values in (shape.ratios, shape.cpu))
        cells.append(cell("%.2f (%.2f)" % (ratio, cpu), ratio <= command.bar))
    return "| `%s` | ≤ %g, aim %g | %s |" % (command.name, command.bar, command.aim, " | ".join(cells))


def memory_row(command, shapes, records):
    most = command.most_memory(records)
    cells = []
    for shape in shapes:
        peak = shape.peaks.get(command.name) or max(run.peak for run in shape.reports)
        cells.append(cell("%.0f" % (peak / MB), peak <= most))
    return "| `%s` | ≤ %.0f | %s |" % (command.name, most / MB, " | ".join(cells))
