"""The page on what became of the mutants (docs/mutation.md); made by `scripts/mutate --table`."""

import os
import re

INTRODUCTION = """\
# Would a wrong threshold be noticed?

`scripts/mutate` changes one place of the analysis or of the importers at a time (a comparison, a constant, a byte, the
end of a range, `&&` and `||`, `min` and `max`) and runs the tests of that part. A change that no test notices is a
survivor: a missing test, or a place whose change cannot alter any result. This page is what it found; it is made by

```
scripts/mutate --table docs/mutation.md            # a build, then an hour or more
scripts/mutate --again --table docs/mutation.md    # only what is new, or survived unexplained the last time
scripts/mutate --part import --sample 0            # every place of the importers and readers: a night
```

Of the analysis every place is to be tried. The importers and readers have several times as many: a sample of 400 is
drawn by a hash of the place, so that it is the same the next time; `--seed` draws another. How many were tried so far
stands below; `--again` goes on with the others. A line that was rewritten counts as not tried until it is again.

Constants and bytes are raised by one; `<` and `<=`, `>` and `>=`, `==` and `!=` are exchanged, so a threshold is tried on both of
its sides. A mutant is killed by a failing test, by a trap (an index out of range, an overflow) or by the time limit (a
loop without end, 30 s). The suite that holds the rules' words (`RuleGuideTests`) is not run: a threshold must change a
result, not only a page. A few places cannot be switched (comparisons of tuples, mostly); they are counted as not tried.
Statements in SQL are text and not mutated; the tests of the rules run each of them and count its rows. Results are kept
beside the copy that `--work` names; scripts/mutation-places.txt holds what this page says about places.
"""
INVARIANTS = """\
## The invariants of section 9

| invariant | held by |
| --- | --- |
| rows seen = imported + rejected + skipped | `TraceBuilder.finish` gives up otherwise; OraclePropertyTests: rows that \
cannot be taken are counted and change nothing else; TraceKitJSONRejectTests: single damaged bytes never break the books; \
SampleTraceTests: a damaged sample is an error of the input at worst |
| Σ severities + unterminated = updates | OraclePropertyTests: totals add up whichever way they are counted |
| Σ windows + unattributed + launch = updates | the same |
| necessary + unnecessary + unknown = updates in windows | the same |
| same input, same bytes, in any locale, time zone and folder | ProcessTests: another process in another zone, locale and \
folder writes the same bytes; PartwiseReadingTests: any number of threads reads the same |
| shuffled rows, same analysis | OraclePropertyTests: the order of rows and lanes changes nothing; RowOrderTests; \
FindingsPassTests: the order of rows does not matter |
| same trace in every format, same tables | FormatEqualityTests; ExportRoundTripTests; OraclePropertyTests: a trace in any \
shape of our own format is the same trace |
"""
ALL_ROWS = "every row of the views is as the contract has it"


def cell(text):
    return text.replace("|", "\\|")


def code(text):
    return "`%s`" % cell(text) if "`" not in text else "`` %s ``" % cell(text)


def row(*cells):
    return "| %s |" % " | ".join(cells)


def table(heads, rows):
    return [row(*heads), row(*("---" for _ in heads)), *rows, ""]


class Page:
    def __init__(self, places, known, notes):
        self.places, self.known = places, known
        self.contract, self.explained = [], []
        with open(notes, encoding="utf-8") as file:
            for line in file:
                fields = [field.strip() for field in line.rstrip("\n").split(" ¦ ")]
                if line.startswith("§"):
                    self.contract.append(fields)
                elif line.startswith("="):
                    self.explained.append(fields[1:])

    def fate(self, place):
        return tuple(self.known.get(place.key, ("untried", "")))

    # Which places a line of the notes means.

    def at(self, path, fragment, change="*"):
        """The places inside a fragment of a line of a file (`*` = any), of one change, several (`or`) or all (`*`)."""
        found = []
        pattern = re.compile(fragment[3:] if fragment.startswith("re:") else re.escape(fragment))
        for place in self.places:
            if path != "*" and not place.path.endswith(path) or change != "*" and place.change not in change.split(" or "):
                continue
            if any(match.start() <= place.column < match.end() for match in pattern.finditer(place.source)):
                found.append(place)
        return found

    def contract_places(self):
        return {place for _, _, path, fragment in self.contract for place in self.at(path, fragment)}

    def reasons(self):
        return {place: why for path, fragment, change, why in self.explained for place in self.at(path, fragment, change)}

    def survivors(self):
        return [place for place in self.places if self.fate(place)[0] == "survived"]

    def unexplained(self):
        reasons = self.reasons()
        return [place for place in self.survivors() if place not in reasons]

    # Text

    def words(self, place):
        fate, test = self.fate(place)
        if fate == "killed":
            suite, name = test.split(": ", 1)
            return "%s: %s" % (suite, cell(name))
        if fate == "survived":
            return "survives, see below"
        if fate == "untried":
            return "not tried"
        return "%s, in: %s" % (fate, cell(test)) if test else fate

    def summary(self, places):
        fates = [fate for fate, _ in map(self.fate, places)]
        tried = [fate for fate in fates if fate not in ("untried", "no switch")]
        killed = [fate for fate in tried if fate != "survived"]
        unexplained = sum(1 for place in self.unexplained() if place in set(places))
        return "%d of %d mutants killed, %d of them by a trap and %d by the time limit; %d explained, %d not; %d not tried" % (
            len(killed), len(tried), fates.count("trap"), fates.count("time limit"),
            len(tried) - len(killed) - unexplained, unexplained, len(fates) - len(tried))

    def parts(self):
        """The places of each part, by its name."""
        parts = {}
        for place in self.places:
            parts.setdefault(place.part.name, []).append(place)
        return parts

    def by_file(self, places):
        rows, sums = [], [0] * 5
        for path in dict.fromkeys(place.path for place in places):
            fates = [self.fate(place)[0] for place in places if place.path == path]
            counts = [len(fates), fates.count("killed"), fates.count("trap") + fates.count("time limit"),
                      fates.count("survived"), fates.count("no switch") + fates.count("untried")]
            sums = [a + b for a, b in zip(sums, counts)]
            rows.append(row(os.path.basename(path), *map(str, counts)))
        rows.append(row("**all**", *("**%d**" % count for count in sums)))
        return table(["file", "places", "killed by a test", "trap or time limit", "survived", "not tried"], rows)

    def contract_rows(self):
        rows = []
        for section, words, path, fragment in self.contract:
            places = [place for place in self.at(path, fragment) if self.fate(place)[0] != "no switch"]
            if not places:
                raise SystemExit("error: mutation-places.txt: no mutant in %s at: %s" % (path, fragment))
            for place in places:
                rows.append(row(section, cell(words), os.path.basename(path), code(place.change), self.words(place)))
                section, words = "", ""
        return table(["§", "what", "file", "change", "noticed by"], rows)

    def survivor_rows(self):
        reasons = self.reasons()
        return table(["file", "code", "change", "why no result changes"], [
            row(os.path.basename(place.path), code(place.source.strip()), code(place.change),
                cell(reasons.get(place, "**not explained**"))) for place in self.survivors()])

    def all_rows(self):
        lines = []
        tried = [place for place in self.places if place.part.sample == 0 or self.fate(place)[0] != "untried"]
        for path in dict.fromkeys(place.path for place in tried):
            rows = [row(code(place.source.strip()), code(place.change), self.words(place))
                    for place in tried if place.path == path]
            lines += ["<details><summary>%s</summary>" % os.path.basename(path), ""]
            lines += table(["code", "change", "noticed by"], rows) + ["</details>", ""]
        return lines

    def text(self):
        parts = self.parts()
        lines = [INTRODUCTION]
        lines += ["- %s: %s." % (name, self.summary(places)) for name, places in parts.items()]
        lines += ["", "## Thresholds and comparisons of the contract", ""]
        lines += ["§ is the section of the analysis contract. `OracleTests: %s`" % ALL_ROWS,
                  "holds random traces against a second implementation of it.", ""]
        lines += self.contract_rows() + ["## Survivors", ""] + self.survivor_rows()
        lines += [INVARIANTS]
        for name, places in parts.items():
            lines += ["## By file: %s" % name, ""] + self.by_file(places)
        lines += ["[mutation-list.md](mutation-list.md) lists every place that was tried with its fate.", ""]
        return "\n".join(lines)

    def list_text(self):
        """Every place, by file: too long for a page that people read."""
        return "\n".join(["# Every place that was mutated", "",
                          "Made by the command in [mutation.md](mutation.md).", ""] + self.all_rows())
