/** Opens TCP sockets for attackers, whose data need not be valid HTTP. */
import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AttackerResources } from './attack.ts';

export function openSocket({ port, address }: AttackerResources, options: { halfOpen?: boolean } = {}): Socket {
  const socket = connect({ host: '127.0.0.1', port, localAddress: address, allowHalfOpen: options.halfOpen === true });
  // Ignore errors: the server disconnects attackers.
  socket.on('error', () => {});
  return socket;
}

/**
 * Opens `count` connections at once, calls `use` with each, and holds them for `resources.ms`. The returned `note` has the number of
 * connections that are still open at the end.
 */
export async function holdConnections(
  resources: AttackerResources,
  count: number,
  use: (socket: Socket, n: number) => void,
  halfOpen = false,
) {
  const sockets = Array.from({ length: count }, (_, n) => {
    const socket = openSocket(resources, { halfOpen });
    socket.once('connect', () => use(socket, n));
    return socket;
  });
  await sleep(resources.ms);
  const open = sockets.filter((socket) => !socket.destroyed && !socket.connecting).length;
  for (const socket of sockets) socket.destroy();
  return { sent: count, note: `${open} of ${count} connections still open at the end` };
}

/** Sends `head`, and then `byte` once a second until the socket closes. */
export function sendSlowly(socket: Socket, byte: string, head: string): void {
  socket.write(head);
  const timer = setInterval(() => {
    if (socket.destroyed || !socket.writable) clearInterval(timer);
    else socket.write(byte);
  }, 1_000);
  socket.once('close', () => clearInterval(timer));
}

const MAX_CONNECTIONS = 20_000;

export interface Flood {
  connections: number;
  /** Returns the text of the n-th request. */
  request(n: number): string;
  /** Maximum number of requests over all connections, unlimited by default. */
  max?: number;
}

/** Sends the next request on a connection when bytes of a reply arrive. Replaces closed connections, up to `MAX_CONNECTIONS` in total. */
export async function floodRequests(
  resources: AttackerResources,
  { connections, request, max = Number.POSITIVE_INFINITY }: Flood,
): Promise<{ sent: number; answers: Record<number, number> }> {
  const until = performance.now() + resources.ms;
  let [sent, opened] = [0, 0];
  const sockets = new Set<Socket>();
  const answers: Record<number, number> = {};
  const send = (socket: Socket): void => {
    if (sent >= max || performance.now() > until) return;
    socket.write(request(sent));
    sent += 1;
  };
  const begin = (): void => {
    if (opened >= MAX_CONNECTIONS || performance.now() > until) return;
    opened += 1;
    const socket = openSocket(resources);
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
  await sleep(resources.ms);
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

/** Returns the text of an HTTP/1.1 request. */
export function requestText({ method = 'GET', path, token, host = 'localhost', body, headers = [] }: RequestText): string {
  const lines = [`${method} ${path} HTTP/1.1`, `Host: ${host}`, ...headers];
  if (token !== undefined) lines.push(`Authorization: Bearer ${token}`);
  if (body !== undefined) lines.push('Content-Type: application/json', `Content-Length: ${Buffer.byteLength(body)}`);
  return `${lines.join('\r\n')}\r\n\r\n${body ?? ''}`;
}
