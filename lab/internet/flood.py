"""Floods for tests: sends forged packets from its network namespace. Prints "ready", then the number of sent packets.

flood.py syn|ack|udp|icmp DESTINATION PORT MOST_PACKETS_A_SECOND PACKETS BYTES FIRST_SOURCE SOURCES BURST
The sources are SOURCES consecutive addresses (IPv6: prefixes of 64 bits) that begin at FIRST_SOURCE. They are forged unless the namespace
has them. Each source sends BURST packets before the next one does, so each exceeds a limit of packets per second on machines of any speed.
"""
import ipaddress, socket, struct, sys, time

kind, destination, first = sys.argv[1], ipaddress.ip_address(sys.argv[2]), ipaddress.ip_address(sys.argv[7])
port, rate, packets, size = (int(word) for word in sys.argv[3:7])
count, burst = int(sys.argv[8]), int(sys.argv[9])
six = destination.version == 6
head = 40 if six else 20
step = 1 << 64 if six else 1
number = {'syn': 6, 'ack': 6, 'udp': 17, 'icmp': 58 if six else 1}[kind]


def checksum(data):
    if len(data) % 2:
        data += b'\0'
    s = sum(struct.unpack('!%dH' % (len(data) // 2), data))
    while s >> 16:
        s = (s & 0xFFFF) + (s >> 16)
    return struct.pack('!H', ~s & 0xFFFF or 0xFFFF)


def packet(n):
    source = (first + n // burst % count * step).packed
    sport = 1024 + n % 50000
    if kind in ('syn', 'ack'):
        at, body = 16, struct.pack('!HHIIBBHHH', sport, port, n, 0, 5 << 4, 2 if kind == 'syn' else 16, 65535, 0, 0)
    elif kind == 'udp':
        at, body = 6, struct.pack('!HHHH', sport, port, max(8, size - head), 0)
    else:
        at, body = 2, struct.pack('!BBHHH', 128 if six else 8, 0, 0, 7, n & 0xFFFF)
    body += b'\0' * max(0, size - head - len(body))
    pseudo = b'' if number == 1 else source + destination.packed + struct.pack('!II', len(body), number)
    body = body[:at] + checksum(pseudo + body) + body[at + 2:]
    if six:
        return struct.pack('!IHBB', 6 << 28, len(body), number, 64) + source + destination.packed + body
    return struct.pack('!BBHHHBBH', 0x45, 0, 20 + len(body), 0, 0, 64, number, 0) + source + destination.packed + body


out = socket.socket(socket.AF_INET6 if six else socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_RAW)
out.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 4 << 20)
to = (str(destination), 0)
ring = [packet(n) for n in range(min(packets, 50000))]
print('ready', flush=True)
sent, lost, began = 0, 0, time.monotonic()
while sent < packets:
    due = min(packets, int((time.monotonic() - began) * rate))
    while sent < due:
        try:
            out.sendto(ring[sent % len(ring)], to)
        except OSError:
            lost += 1
        sent += 1
    time.sleep(0.001)
print(sent - lost)
