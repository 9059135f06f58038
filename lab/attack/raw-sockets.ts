/** Raw sockets: what attackers send need not be valid HTTP. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Means } from './attack.ts';

export function open({ port, address }: Means, options: { halfOpen?: boolean } = {}): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress: address, allowHalfOpen: options.halfOpen === true });
  // Attackers expect to be disconnected.
  socket.on('error', () => {});
  return socket;
}

/** Opens `count` connections at once, calls `use` with each, and holds them for `means.ms`. Notes how many were still open then. */
export async function hold(means: Means, count: number, use: (socket: Socket, n: number) => void, halfOpen = false) {
  const sockets = Array.from({ length: count }, (_, n) => {
    const socket = open(means, { halfOpen });
    socket.once('connect', () => use(socket, n));
    return socket;
  });
  await sleep(means.ms);
  const held = sockets.filter((socket) => !socket.destroyed && !socket.connecting).length;
  for (const socket of sockets) socket.destroy();
  return { sent: count, note: `${held} of ${count} connections still open at the end` };
}

/** Sends `head`, and then `byte` once a second. */
export function drip(socket: Socket, byte: string, head: string): void {
  socket.write(head);
  const timer = setInterval(() => {
    if (socket.destroyed || !socket.writable) clearInterval(timer);
    else socket.write(byte);
  }, 1_000);
  socket.once('close', () => clearInterval(timer));
}

const MOST_CONNECTIONS = 20_000;

export interface Flood {
  connections: number;
  /** The text of the n-th request. */
  request(n: number): string;
  /** The most requests to send over all connections; default: as many as are answered. */
  most?: number;
}

/** Each connection sends its next request when bytes of an answer arrive, and is opened again when it is closed. */
export async function flood(
  means: Means,
  { connections, request, most = Number.POSITIVE_INFINITY }: Flood,
): Promise<{ sent: number; answers: Record<number, number> }> {
  const until = performance.now() + means.ms;
  let [sent, opened] = [0, 0];
  const sockets = new Set<Socket>();
  const answers: Record<number, number> = {};
  const send = (socket: Socket): void => {
    if (sent >= most || performance.now() > until) return;
    socket.write(request(sent));
    sent += 1;
  };
  const begin = (): void => {
    if (opened >= MOST_CONNECTIONS || performance.now() > until) return;
    opened += 1;
    const socket = open(means);
    sockets.add(socket);
    socket.once('connect', () => send(socket));
    socket.on('data', (bytes) => {
      const status = Number(/^HTTP\/1\.1 (\d{3})/.exec(bytes.toString('latin1', 0, 12))?.[1]);
      if (status) answers[status] = (answers[status] ?? 0) + 1;
      send(socket);
    });
    socket.once('close', () => {
      sockets.delete(socket);
      setImmediate(begin);
    });
  };
  for (let i = 0; i < connections; i += 1) begin();
  await sleep(means.ms);
  for (const socket of sockets) socket.destroy();
  return { sent, answers };
}

export interface RequestText {
  method?: string;
  path: string;
  token?: string;
  host?: string;
  body?: string;
  headers?: string[];
}

export function requestText({ method = 'GET', path, token, host = 'localhost', body, headers = [] }: RequestText): string {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...headers];
  if (token !== undefined) lines.push(`Authorization: Bearer ${token}`);
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
