# Shared by the scripts beside it: finds the repository, checks what a fresh machine may lack, installs what it can.
# To be sourced, not run. Callers have `set -euo pipefail`.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd)

need_swift() {
    if ! command -v swift >/dev/null 2>&1; then
        cat >&2 <<'EOF'
error: the Swift toolchain is missing (the command 'swift' was not found)
  fix: install Swift 6.2 or newer from https://www.swift.org/install/ and put its usr/bin folder on PATH;
       on a Mac, install Xcode 26 or newer
EOF
        exit 2
    fi
    local version
    version=$(swift --version 2>/dev/null | sed -n 's/.*Swift version \([0-9]*\)\.\([0-9]*\).*/\1 \2/p' | head -n 1)
    # shellcheck disable=SC2086 # two numbers on purpose
    set -- ${version:-0 0}
    if [ "$1" -lt 6 ] || { [ "$1" -eq 6 ] && [ "$2" -lt 2 ]; }; then
        echo "error: Swift ${version// /.} is too old; TraceKit needs Swift 6.2 or newer" >&2
        echo "  fix: install it from https://www.swift.org/install/ (on a Mac: Xcode 26 or newer)" >&2
        exit 2
    fi
}

# The one library outside the toolchain. Macs have it.
need_sqlite() {
    [ "$(uname -s)" = Linux ] || return 0
    if [ -f /usr/include/sqlite3.h ] || printf '#include <sqlite3.h>\n' | cc -E - >/dev/null 2>&1; then return 0; fi
    echo "installing libsqlite3-dev" >&2
    local sudo=""
    [ "$(id -u)" -eq 0 ] || sudo="sudo"
    if command -v apt-get >/dev/null 2>&1; then
        $sudo apt-get update -qq >&2 && $sudo apt-get install -y -qq libsqlite3-dev >&2 && return 0
    fi
    echo "error: SQLite's header sqlite3.h is missing and could not be installed" >&2
    echo "  fix: install your system's SQLite development package (Debian, Ubuntu: apt-get install libsqlite3-dev)" >&2
    exit 2
}

# The browser that looks at the HTML report. Without it that one test is skipped, which CI does not accept.
need_browser() {
    if command -v chromedriver >/dev/null 2>&1 && python3 -c 'import ensurepip' >/dev/null 2>&1 &&
        { command -v chromium || command -v chromium-browser || command -v google-chrome; } >/dev/null 2>&1; then
        return 0
    fi
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    echo "installing chromium, chromium-driver and python3-venv" >&2
    apt-get update -qq >&2 &&
        DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends \
            chromium chromium-driver python3-venv fonts-dejavu-core >/dev/null
}

# Node, and the compiler that checks types in the scripts of the pages. Without them their tests are skipped, too.
need_node() {
    if command -v node >/dev/null 2>&1 && command -v tsc >/dev/null 2>&1; then return 0; fi
    [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1 || return 1
    echo "installing nodejs and node-typescript" >&2
    apt-get update -qq >&2 && DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends nodejs node-typescript >/dev/null
}

# Linking the standard library in makes the tool one file that starts in half the time; Macs have it in the system.
# Debug information takes a fifth of the build, and nothing here reads it.
build_flags=(-c release -debug-info-format none)
[ "$(uname -s)" = Linux ] && build_flags+=(--static-swift-stdlib)

# Where a build with these flags puts what it makes; what the folder is called is up to SwiftPM.
release_folder() { swift build --package-path "$root" "${build_flags[@]}" --show-bin-path; }

# What a release build takes from nothing, on two cores.
build_minutes=12

# Says what a build does, from the lines that SwiftPM prints (read from standard input): that it began, once something is
# compiled, and on a terminal SwiftPM's own progress, in one line. Silent where there is nothing to build.
show_progress() {
    local line began="" width=""
    if [ -t 2 ]; then width=$(tput cols 2>/dev/null || echo 80); fi
    while IFS= read -r line; do
        case "$line" in
        "["*"] Compiling "* | "["*"] Emitting "* | "["*"] Linking "*)
            [ -n "$began" ] || echo "building trace-analyze$1, about $build_minutes minutes" >&2
            began=1
            ;;
        "Another instance of SwiftPM"*) echo "$line" >&2 ;;
        esac
        if [ -n "$began" ] && [ -n "$width" ]; then printf '\r\033[K%s' "${line:0:width-1}" >&2; fi
    done
    if [ -n "$began" ] && [ -n "$width" ]; then printf '\r\033[K' >&2; fi
}

# Builds trace-analyze where it has to be; `tool` is its path then.
build_release() {
    local log occasion=", once" status=0
    tool=$(release_folder)/trace-analyze
    if [ -e "$tool" ]; then occasion=" again, as something changed"; fi
    log=$(mktemp)
    swift build --package-path "$root" "${build_flags[@]}" --product trace-analyze 2>&1 | tee "$log" |
        show_progress "$occasion" || status=$?
    if [ "$status" -ne 0 ]; then cat "$log" >&2; fi
    rm -f "$log"
    [ "$status" -eq 0 ] || exit 1
}

# For a script without options of its own: with --help it prints what stands at its head, and ends.
show_help() {
    if [ "${1:-}" != --help ]; then return 0; fi
    sed -n '2,/^[^#]/s/^# \{0,1\}//p' "$0"
    exit 0
}

# Puts a built program, its manual and its completions below a folder, as they lie in /usr/local.
install_tree() {
    local built=$1 prefix=$2
    mkdir -p "$prefix/bin" "$prefix/share/man/man1" "$prefix/share/bash-completion/completions" \
        "$prefix/share/zsh/site-functions" "$prefix/share/fish/vendor_completions.d"
    # Written beside it and renamed: a program that is running keeps the file that it was started from.
    cp "$built" "$prefix/bin/.trace-analyze.new"
    strip_program "$prefix/bin/.trace-analyze.new"
    chmod 755 "$prefix/bin/.trace-analyze.new"
    mv -f "$prefix/bin/.trace-analyze.new" "$prefix/bin/trace-analyze"
    "$built" manpage >"$prefix/share/man/man1/trace-analyze.1"
    "$built" completions bash >"$prefix/share/bash-completion/completions/trace-analyze"
    "$built" completions zsh >"$prefix/share/zsh/site-functions/_trace-analyze"
    "$built" completions fish >"$prefix/share/fish/vendor_completions.d/trace-analyze.fish"
}

# Takes out names that only a debugger reads, and two hashes over what the program was made from, in which the paths of that
# machine are: without them two folders make the same bytes.
strip_program() {
    local hashes=(-R .swift_modhash -R .note.gnu.build-id)
    if [ "$(uname -s)" = Darwin ]; then
        strip -x "$1" 2>/dev/null && codesign --force --sign - "$1" 2>/dev/null || true
    elif command -v strip >/dev/null 2>&1; then
        strip "${hashes[@]}" "$1"
    elif command -v llvm-strip >/dev/null 2>&1; then
        llvm-strip "${hashes[@]}" "$1"
    else
        echo "note: no strip here, so the program keeps its symbols" >&2
    fi
}

# `12.3 MB`
size_of() { LC_ALL=C awk -v bytes="$(wc -c <"$1")" 'BEGIN { printf "%.1f MB", bytes / 1e6 }'; }
