"""Runs the conformance records through any program, and lists where it differs.

    python run.py [--game NAME] [--digests] PROGRAM [ARGUMENT ...]       as in: python run.py leoni verify -

The program reads one game on its standard input. It exits with 0 if the game is verified or irregular, and prints
`irregular` if it is that; it exits with 1 if the game is rejected. With --digests it prints both digests of a game that
is not rejected, among other things.
"""

import json
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent


def main(words):
    game, digests = None, False
    if words[:1] == ["--game"]:
        game, words = words[1], words[2:]
    if words[:1] == ["--digests"]:
        digests, words = True, words[1:]
    if not words:
        sys.exit(__doc__)
    index = json.loads((FOLDER / "index.json").read_text(encoding="utf-8"))
    chosen = [one for one in index if game in (None, one.get("game"))]
    wrong = 0
    for one in chosen:
        lines = (FOLDER / one["file"]).read_bytes().splitlines(keepends=True)
        text = b"".join(lines[one["line"] - 1 : one["end"]])
        if "under" in one:
            text = text.replace(f'[Rules "{one["rules"]}"]'.encode(), f'[Rules "{one["under"]}"]'.encode(), 1)
        run = subprocess.run(words, input=text, capture_output=True)
        accepted = "irregular" if b"irregular" in run.stdout else "verified"
        verdict = {0: accepted, 1: "rejected"}.get(run.returncode, f"exit status {run.returncode}")
        if digests and not run.returncode and verdict == one["expect"]:
            missing = [one[key] for key in ("digest", "record_digest") if one[key].encode() not in run.stdout]
            verdict = " ".join([verdict, *(f"without {digest}" for digest in missing)])
        if verdict != one["expect"]:
            wrong += 1
            print(f"{one['file']}:{one['line']}: {one['expect']} expected, {verdict}: {one.get('title', '')}")
    print(f"{len(chosen) - wrong} of {len(chosen)} as expected")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
