"""Ordinary traffic for the bench. Prints `ready` when it begins.

traffic.py serve PORT                     sends zeros to each client, or on port + 1 reads everything
traffic.py take HOST PORT N SECONDS       N connections that receive
traffic.py give HOST PORT N SECONDS       N connections that send
traffic.py crowd HOST PORT RATE SECONDS   RATE visitors a second, each from another address of 203.0.114.0/24, request a page
traffic.py stream PORT                    UDP: sends 4 000 datagrams a second to clients that asked in the last second
traffic.py watch HOST PORT SECONDS        UDP: asks ten times a second
"""
import asyncio, socket, sys, time

what, *rest = sys.argv[1:]
ZEROS = bytes(65536)


async def serve(port):
    async def send(reader, writer):
        try:
            while True:
                writer.write(ZEROS)
                await writer.drain()
        except OSError:
            pass

    async def take(reader, writer):
        try:
            while await reader.read(65536):
                pass
        except OSError:
            pass

    await asyncio.start_server(send, '0.0.0.0', port)
    await asyncio.start_server(take, '0.0.0.0', port + 1)
    print('ready', flush=True)
    await asyncio.Event().wait()


async def several(act, n, seconds):
    print('ready', flush=True)
    tasks = [asyncio.create_task(act()) for _ in range(n)]
    await asyncio.wait(tasks, timeout=seconds)
    for task in tasks:
        task.cancel()


async def receive(host, port):
    reader, _ = await asyncio.open_connection(host, port)
    while await reader.read(65536):
        pass


async def give(host, port):
    _, writer = await asyncio.open_connection(host, port + 1)
    while True:
        writer.write(ZEROS)
        await writer.drain()


async def visit(host, port, source):
    try:
        reader, writer = await asyncio.open_connection(host, port, local_addr=(source, 0))
        writer.write(b'GET /file HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n')
        while await reader.read(65536):
            pass
        writer.close()
    except OSError:
        pass


async def crowd(host, port, rate, seconds):
    print('ready', flush=True)
    began, n, tasks = time.monotonic(), 0, set()
    while time.monotonic() - began < seconds:
        while n < (time.monotonic() - began) * rate:
            task = asyncio.create_task(visit(host, port, f'203.0.114.{n % 250 + 1}'))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
            n += 1
        await asyncio.sleep(0.002)
    if tasks:
        await asyncio.wait(tasks, timeout=3)


def stream(port):
    out = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    out.bind(('0.0.0.0', port))
    out.setblocking(False)
    print('ready', flush=True)
    who, asked, sent = None, 0, time.monotonic()
    while True:
        now = time.monotonic()
        try:
            _, who = out.recvfrom(100)
            asked = now
        except BlockingIOError:
            pass
        if who and now - asked < 1:
            for _ in range(int((now - sent) * 4000)):
                try:
                    out.sendto(ZEROS[:1200], who)
                except OSError:
                    break
        sent = now
        time.sleep(0.003)


def watch(host, port, seconds):
    ask = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
    print('ready', flush=True)
    for _ in range(int(seconds * 10)):
        ask.sendto(b'more', (host, port))
        time.sleep(0.1)


host, port = (rest[0], int(rest[1])) if len(rest) > 1 else ('', int(rest[0]))
if what == 'serve':
    asyncio.run(serve(port))
elif what == 'take':
    asyncio.run(several(lambda: receive(host, port), int(rest[2]), float(rest[3])))
elif what == 'give':
    asyncio.run(several(lambda: give(host, port), int(rest[2]), float(rest[3])))
elif what == 'crowd':
    asyncio.run(crowd(host, port, float(rest[2]), float(rest[3])))
elif what == 'stream':
    stream(port)
elif what == 'watch':
    watch(host, port, float(rest[2]))
