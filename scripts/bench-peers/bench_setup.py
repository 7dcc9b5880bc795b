"""What scripts/bench needs before it can measure: peers, the built tools, the generated files, facts of the machine."""

import os
import platform
import shutil
import subprocess
import sys

import common
from common import release

ROOT = str(common.ROOT)
PEERS = os.path.join(ROOT, "scripts", "bench-peers")
TOOL = release("trace-analyze")
BENCH = release("trace-bench")
GENERATE = release("trace-generate")
CACHE = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "tracekit-bench")
PYTHON = os.path.join(CACHE, "venv", "bin", "python")
SIMDJSON = os.path.join(CACHE, "simdjson_parse")

# A command that a package brings (None: a header), and the package.
PACKAGES = [("sqlite3", "sqlite3"), ("g++", "g++"), ("valgrind", "valgrind"), (None, "libsimdjson-dev")]


def say(text):
    print(text, file=sys.stderr, flush=True)


def quietly(command, **options):
    """Runs a command; its words are shown only where it fails. Whether it succeeded."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, **options)
    if done.returncode != 0:
        say("failed: %s\n%s" % (" ".join(command), done.stdout.decode(errors="replace")[-2000:]))
    return done.returncode == 0


def install_packages():
    missing = [package for command, package in PACKAGES
               if not (shutil.which(command) if command else os.path.exists("/usr/include/simdjson.h"))]
    if subprocess.run([sys.executable, "-c", "import ensurepip"], capture_output=True).returncode != 0:
        missing.append("python3-venv")
    if not missing or not shutil.which("apt-get"):
        return
    say("installing %s" % ", ".join(missing))
    sudo = [] if os.geteuid() == 0 else ["sudo"]
    environment = dict(os.environ, DEBIAN_FRONTEND="noninteractive")
    if quietly(sudo + ["apt-get", "update", "-qq"]):
        quietly(sudo + ["apt-get", "install", "-y", "-qq", "--no-install-recommends"] + missing, env=environment)


def has_duck():
    """Whether DuckDB is there."""
    return os.path.exists(PYTHON) and subprocess.run([PYTHON, "-c", "import duckdb"], capture_output=True).returncode == 0


def prepare_peers():
    """DuckDB in a virtual environment and the simdjson program, both in a cache folder. Where one cannot be had, its
    rows say so."""
    os.makedirs(CACHE, exist_ok=True)
    install_packages()
    if not os.path.exists(PYTHON):
        quietly([sys.executable, "-m", "venv", os.path.join(CACHE, "venv")])
    if not has_duck():
        say("installing duckdb")
        quietly([PYTHON, "-m", "pip", "install", "-q", "--only-binary", ":all:", "duckdb"])
    source = os.path.join(PEERS, "simdjson_parse.cpp")
    if not os.path.exists(SIMDJSON) or os.path.getmtime(SIMDJSON) < os.path.getmtime(source):
        quietly(["g++", "-O3", "-std=c++17", source, "-lsimdjson", "-o", SIMDJSON])


def build():
    say("building")
    flags = ["-c", "release"] + (["--static-swift-stdlib"] if sys.platform == "linux" else [])
    for product in ["trace-analyze", "trace-bench", "trace-generate"]:
        if not quietly(["swift", "build", "--package-path", ROOT, "--product", product] + flags):
            sys.exit(1)


def generate(folder, form, records, extension=None, size=None, shape=None, seed=None):
    """A generated trace; one that a folder given with --keep holds already is taken as it is."""
    parts = [form, shape, records or "%dMB" % (size // 1_000_000), seed]
    name = "%s.%s" % ("-".join(str(part) for part in parts if part is not None), extension or form)
    path = os.path.join(folder, name)
    if not os.path.exists(path):
        say("generating %s" % name)
        command = [GENERATE, "stream", form] + ([str(records)] if records else ["--bytes", str(size)])
        command += ["--shape", shape] if shape else []
        command += ["--seed", str(seed)] if seed is not None else []
        subprocess.run(command + ["--out", path + ".part"], check=True)
        os.rename(path + ".part", path)
    return path


def first_line(command):
    try:
        done = subprocess.run(command, capture_output=True, text=True)
        return (done.stdout or done.stderr).strip().split("\n")[0]
    except OSError:
        return "not here"


def machine():
    """Cores, processor, memory and the versions of everything that is measured."""
    model = platform.processor() or platform.machine()
    memory = None
    if os.path.exists("/proc/cpuinfo"):
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            model = next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), model)
        memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    versions = [
        first_line([TOOL, "--version"]), first_line(["swift", "--version"]), "Python " + platform.python_version(),
        "SQLite " + first_line(["sqlite3", "--version"]).split(" ")[0],
        "DuckDB " + first_line([PYTHON, "-c", "import duckdb; print(duckdb.__version__)"]),
        "simdjson " + first_line(["dpkg-query", "-W", "-f", "${Version}", "libsimdjson-dev"]),
        first_line(["valgrind", "--version"]),
    ]
    size = ", %.0f GB of memory" % memory if memory else ""
    return "%d cores (%s)%s, %s %s. %s." % (
        os.cpu_count(), model, size, platform.system(), platform.machine(), "; ".join(versions))
