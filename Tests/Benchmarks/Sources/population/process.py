"""The time and the memory of a process with all that it starts."""

import os
import pathlib
import re
import subprocess
import threading
import time


def family(process):
    """A process, and those that it started."""
    yield process
    for file in pathlib.Path(f"/proc/{process}/task").glob("*/children"):
        for child in file.read_text().split():
            yield from family(child)


def memory(process):
    """The bytes of a family now; pages that several of them share are counted once."""
    size = 0
    try:
        for each in family(process):
            text = pathlib.Path(f"/proc/{each}/smaps_rollup").read_text()
            size += int(re.search(r"\nPss:\s+(\d+)", text)[1]) * 1024
    except OSError:
        pass  # One has ended meanwhile.
    return size


def measure(words):
    """The seconds, the most bytes, and what was printed."""
    start = time.monotonic()
    with subprocess.Popen(
        [str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
    ) as process:
        most, ended = [0], threading.Event()

        def watch():
            while not ended.wait(0.3):
                most.append(memory(process.pid))

        watcher = threading.Thread(target=watch)
        watcher.start()
        printed = process.stdout.read()
        ended.set()
        watcher.join()
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    seconds = time.monotonic() - start
    assert process.returncode == 0, words
    return seconds, max(*most, usage.ru_maxrss * 1024), printed.decode()
