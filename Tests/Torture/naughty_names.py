"""Names that try to become something else on their way out, for names-test and browser-test: a short list of our own, and
the big list of naughty strings where it was fetched. Python 3.9, standard library only."""

import os
import re
from pathlib import Path

OWN = [
    "\x1b[31mred\x1b[0m", "\x1b]0;title\x07", "\x9b2J", "\r\x1b[2K", "a\u202egpj.exe", "\u2066a\u2069", "\u200b\ufeff", "\u2028\u2029",
    "</script><script>window.hurt=1</script>", "<img src=x onerror=window.hurt=1>", "<svg/onload=window.hurt=1>", "<!--", "]]>",
    "javascript:window.hurt=1", "&lt;b&gt;", "=1+1", "+1", "-1", "@SUM(1)", "\t=1+1", "=cmd|' /C calc'!A0", "\uff1d1", "nul\0byte", "\0",
    "x" * 20_000, "a\u0301" * 200, "\u0301", ",\u0301", "\"\u0301", "|\u0301", "\u0301<b>", "😀👩‍👩‍👧", "\U000e0041tag", "\ufffe\uffff", "\U0010ffff",
    "::error::boom", "a\n::error::b", "::set-env name=a::b", "##vso[x]", "x ##teamcity[buildStop] ##[section]y", "a\n  ::error::b ##vso[c]d", "x\"\u0301=1, URL=\"\u0301http://e.example/",
    "https://example.invalid/a?b=c", "www.example.invalid", "me@example.invalid", "$x^2$ $$y$$", "GH-1", "3f2a91c", "a;=cmd|'/c calc'!A1;b",
    "a;\"=1\"\t@x", "%0A::error::c", "a:b,c%d", "a|b", "`rm -rf`", "$(id)", "*b* _i_ [l](x)",
    "![x](https://example.invalid/a.png)", "@everyone", "#1", "~~~", "```", "\\", "\\u0000", "\\\"", "'", "\"", "a\r\nb", "\r", "\n", "\t", " ", "",
    "{\"a\": 1}", "[", "null", "true", "1e999", "NaN", "../../etc/passwd", "a;b", "-->", "--x", "%s%n", "\x7f", "\x1f",
]
# What VisibleText makes visible, and the line feed that ends a line.
DANGEROUS = re.compile("[\x00-\x09\x0b-\x1f\x7f-\x9f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\U000e0000-\U000e007f]")


def naughty(path=None):
    """The strings of the big list; none where it is not there."""
    if not path:
        folder = os.environ.get("TRACEKIT_CORPORA")
        path = folder and Path(folder) / "corpora/text/blns.txt"
    if not path or not Path(path).exists():
        return []
    lines = Path(path).read_text(encoding="utf-8").split("\n")
    return [line for line in lines if line and not line.startswith("#")]


def visible(text):
    """A name as it is shown to people."""
    return re.sub(DANGEROUS.pattern + "|\n", lambda found: "\\u{%x}" % ord(found[0]), text)
