"""Runs the conformance records through any program, and lists where it differs: python run.py leoni verify -

The program reads one game on its standard input. It exits with 0 if the game is verified or irregular, and prints
`irregular` if it is that; it exits with 1 if the game is rejected. With --digests it prints both digests of a game that
is not rejected, among other things.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
options.add_argument("--game", help="only the records of this game")
options.add_argument("--digests", action="store_true", help="also look for the digests in what is printed")
options.add_argument("program", nargs=argparse.REMAINDER, help="the program and its arguments")
asked, folder = options.parse_args(), Path(__file__).parent
asked.program or options.error("which program?")
index = json.loads((folder / "index.json").read_text(encoding="utf-8"))
chosen = [one for one in index if asked.game in (None, one.get("game"))]
wrong = 0
for one in chosen:
    lines = (folder / one["file"]).read_bytes().splitlines(keepends=True)
    text = b"".join(lines[one["line"] - 1 : one["end"]])
    if "under" in one:
        text = text.replace(f'[Rules "{one["rules"]}"]'.encode(), f'[Rules "{one["under"]}"]'.encode(), 1)
    run = subprocess.run(asked.program, input=text, capture_output=True)
    said = {0: "irregular" if b"irregular" in run.stdout else "verified", 1: "rejected"}.get(run.returncode, "failed")
    if asked.digests and said == one["expect"] != "rejected":
        missing = [one[key] for key in ("digest", "record_digest") if one[key].encode() not in run.stdout]
        said += "".join(f" without {digest}" for digest in missing)
    if said != one["expect"]:
        wrong += 1
        print(f"{one['file']}:{one['line']}: {one['expect']} expected, {said}: {one.get('title', '')}")
print(f"{len(chosen) - wrong} of {len(chosen)} as expected")
sys.exit(wrong > 0)
