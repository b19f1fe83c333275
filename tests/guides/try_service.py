"""Start the web service of docs/program/web-service.md as the page says, and send it games from many threads.

Run it with a Python that has leoni-replay and the libraries that the page installs.
"""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import leoni_replay as lr

PAGE = Path(__file__).parents[2] / "docs/program/web-service.md"
ADDRESS = "http://127.0.0.1:8173/verify"
BOUNDARY = "leoni"
GAMES = ("Leoni's Own", "Labyrinth", "Martha", "Anna", "The Japanese Rug")


def send(data: bytes) -> tuple[int, object]:
    """Send a file as curl does; return the status and the answer."""
    head = f'--{BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="game.moves"\r\n\r\n'
    body = head.encode() + data + f"\r\n--{BOUNDARY}--\r\n".encode()
    request = urllib.request.Request(ADDRESS, body, {"Content-Type": f"multipart/form-data; boundary={BOUNDARY}"})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status, json.load(response)
    except urllib.error.HTTPError as error:
        return error.code, json.load(error)


def wait_for_service() -> None:
    """Wait until the service answers."""
    for _ in range(100):
        try:
            send(b"")
        except urllib.error.URLError:
            time.sleep(0.2)
        else:
            return
    raise TimeoutError("the service does not answer")


def main() -> None:
    """Compare the answers of the service with those of one thread."""
    texts = []
    for game in GAMES:
        for record in lr.sample(game, None, "service", 4):
            text = lr.dumps(record)
            head, body = text.split("\n\n", 1)
            words = body.split()
            del words[len(words) // 2]
            texts += [text, f"{head}\n\n{' '.join(words)}\n"]
    expected = [(200, [verdict.as_dict() for verdict in lr.verify_text(text)]) for text in texts]
    with tempfile.TemporaryDirectory() as folder:
        program = PAGE.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
        Path(folder, "service.py").write_text(program, encoding="utf-8")
        command = [sys.executable, "-m", "uvicorn", "service:app", "--port", "8173", "--log-level", "warning"]
        service = subprocess.Popen(command, cwd=folder)
        try:
            wait_for_service()
            with ThreadPoolExecutor(8) as pool:
                answers = [*pool.map(send, [text.encode() for text in texts * 5])]
            wrong = [answer for answer, right in zip(answers, expected * 5, strict=True) if answer != right]
            assert not wrong, wrong[:3]
            assert send(b" " * 65_537)[0] == 413
            assert send(b'[Game "Martha"]\n' * 101)[0] == 413
            assert send(b"\xff")[0] == 200
        finally:
            service.terminate()
            service.wait()
    sys.stdout.write(f"{len(answers)} answers are right\n")


if __name__ == "__main__":
    main()
