"""Sends and prints raw frames, which no program of a guest does by itself. Usage: frames.py send DEVICE | frames.py watch DEVICE SECONDS

send: reads frames from stdin, one line of hex each. watch: prints `ready`, then each received frame as a line of hex.
"""
import socket
import sys
import time

verb, device = sys.argv[1:3]
if verb == 'send':
    out = socket.socket(socket.AF_PACKET, socket.SOCK_RAW)
    out.bind((device, 0))
    for line in sys.stdin:
        out.send(bytes.fromhex(line.strip()))
else:
    ETH_P_ALL, PACKET_OUTGOING = 3, 4
    into = socket.socket(socket.AF_PACKET, socket.SOCK_RAW, socket.htons(ETH_P_ALL))
    into.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 1 << 22)
    into.bind((device, ETH_P_ALL))
    end = time.monotonic() + float(sys.argv[3])
    print('ready', flush=True)
    while (left := end - time.monotonic()) > 0:
        into.settimeout(left)
        try:
            frame, (_, _, kind, *_) = into.recvfrom(65535)
        except TimeoutError:
            break
        if kind != PACKET_OUTGOING:
            print(frame.hex(), flush=True)
