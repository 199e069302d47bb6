"""Many streams, and many asks: the memory stays level. Only with --long."""

import asyncio
import re
import resource
import shutil
import subprocess

import pytest

from conftest import HERE, RELEASED

pytestmark = pytest.mark.long
STREAMS = 10_000


async def open_streams(port, count):
    """Opens streams from several addresses, because one has too few ports."""
    gate = asyncio.Semaphore(200)
    streams = []

    async def one(number):
        async with gate:
            source = f"127.0.0.{2 + number // 5_000}"
            reader, writer = await asyncio.open_connection(
                "127.0.0.1", port, local_addr=(source, 0), limit=2**14
            )
            page = f"/v1/users/user-{number}/changes?target=csv-export"
            writer.write(f"GET {page} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
            head = await asyncio.wait_for(reader.readuntil(b"event: decision"), 120)
            assert head.startswith(b"HTTP/1.1 200"), head
            streams.append((reader, writer))

    await asyncio.gather(*(one(number) for number in range(count)))
    return streams


def test_ten_thousand_streams(serve):
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = STREAMS + 500
    assert most == resource.RLIM_INFINITY or most >= wanted, f"ulimit -Hn is {most}"
    resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, most))
    server = serve(HERE / "Desk.gate", command=RELEASED)
    before = server.memory()

    async def run():
        streams = await open_streams(server.port, STREAMS)
        opened = server.memory()
        # Changes reach their streams, and no others.
        grant = {"schema": 1, "grants": [{"product": "annual", "until": "2100-01-01"}]}
        for number in range(STREAMS):
            if number % 100 == 0:
                await asyncio.to_thread(server.put, f"/v1/users/user-{number}", grant)
        changed = 0
        for number, (reader, _) in enumerate(streams):
            try:
                data = await asyncio.wait_for(reader.readuntil(b"event: decision"), 0.01)
                changed += bool(data)
            except asyncio.TimeoutError:
                pass
        refused = server.get("/v1/users/more/changes?target=plain")
        beat = 17
        await asyncio.sleep(beat)
        beating = server.memory()
        for _, writer in streams:
            writer.close()
        return opened, changed, refused, beating

    opened, changed, refused, beating = asyncio.run(run())
    print(
        f"RSS: {before >> 20} MB at first, {opened >> 20} MB with {STREAMS} streams, "
        f"{beating >> 20} MB after a heartbeat; {changed} changes"
    )
    assert refused.status_code == 429 and int(refused.headers["Retry-After"]) > 0
    assert changed == STREAMS // 100
    assert max(opened, beating) < 500 << 20
    assert server.get("/healthz").ok


SCRIPT = """
local number = 0
request = function()
  number = number + 1
  local body = string.format('{"user": "user-%d", "target": "bills"}', number % 20000)
  return wrk.format("POST", "/v1/check", {["Content-Type"] = "application/json"}, body)
end
done = function(summary, latency, requests)
  io.write(string.format("p99 %d us\\n", latency:percentile(99)))
end
"""


def test_the_memory_stays_level(serve, request, tmp_path):
    asks = request.config.getoption("--asks")
    assert shutil.which("wrk"), "wrk is not installed"
    script = tmp_path / "asks.lua"
    script.write_text(SCRIPT)
    server = serve(HERE / "Desk.gate", command=RELEASED)
    for number in range(1_000):
        server.put(f"/v1/users/user-{number}", {"schema": 1, "facts": {"student": True}})
    done, measures, rates = 0, [], []
    while done < asks:
        out = subprocess.run(
            ["wrk", "-t", "2", "-c", "32", "-d", "10s", "-s", script, server.address],
            capture_output=True, text=True, check=True,
        ).stdout
        assert "Non-2xx" not in out, out
        done += int(re.search(r"(\d+) requests in", out)[1])
        rates.append(float(re.search(r"Requests/sec:\s+([\d.]+)", out)[1]))
        measures.append((done, server.memory()))
    early = next(memory for count, memory in measures if count >= asks / 10)
    late = measures[-1][1]
    print(
        f"{done} asks, {sum(rates) / len(rates):.0f} per second; RSS {early >> 20} MB after a "
        f"tenth, {late >> 20} MB at the end; {out.strip().splitlines()[-1]}"
    )
    assert late < early * 1.1 + (10 << 20), measures
