/**
 * Limits open connections per address and in total, and new connections per address and minute. These limits apply before a byte is read.
 * Also disconnects clients that do not read their replies.
 */
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { ConnectionLimits } from '@innkeeper/model/requests/request-limits';
import type { HttpLog } from '../log/logger.ts';
import { networksOf } from '../request/client.ts';

export interface ConnectionTimings {
  /** Interval between two checks of unread replies, in milliseconds. */
  checkIntervalMs: number;
  /** Time in milliseconds for which a client may read nothing. Each `bytesPerSecond` unread bytes add a second. */
  stalledMs: number;
  bytesPerSecond: number;
  /** Interval in milliseconds after which the counts of new connections restart. */
  minuteMs: number;
}

export const CONNECTION_TIMINGS: ConnectionTimings = {
  checkIntervalMs: 5_000,
  stalledMs: 30_000,
  bytesPerSecond: 64 * 1024,
  minuteMs: 60_000,
};

export interface ConnectionOptions {
  /** Limits, read for each new connection, so that a reload can change them. */
  limits: ConnectionLimits;
  timings: ConnectionTimings;
  /** Returns whether the address is a trusted proxy. Only the limit `total` applies to a proxy, because many clients share its address. */
  isProxy: (address: string) => boolean;
  log: HttpLog;
  /** Called for each refused connection. */
  onRefused?: (() => void) | undefined;
}

export interface Connections {
  /** Calls `visit` for every open connection. A TLS connection counts after its handshake. */
  forEach(visit: (socket: Socket) => void): void;
  close(): void;
}

/** Adds the limits to a server. Refused connections never reach the server's own connection listener. */
export function limitConnections(server: HttpServer | TlsServer, options: ConnectionOptions): Connections {
  const { limits, timings, isProxy, log, onRefused } = options;
  const open = new Map<string, number>();
  const recent = new Map<string, number>();
  const refused = { connections: 0, example: '' };
  const refuse = (address: string): void => {
    refused.connections += 1;
    refused.example = address;
    onRefused?.();
  };

  const accept = (socket: Socket): boolean => {
    const { remoteAddress: address } = socket;
    // The client has already disconnected.
    if (address === undefined) return false;
    if (isProxy(address)) return true;
    const networks = networksOf(address);
    const full = networks.some(
      ({ name, share }) =>
        (open.get(name) ?? 0) >= limits.perAddress * share || (recent.get(name) ?? 0) >= limits.perMinute * share,
    );
    if (full) {
      refuse(address);
      return false;
    }
    for (const { name } of networks) {
      add(open, name, 1);
      add(recent, name, 1);
    }
    socket.once('close', () => {
      for (const { name } of networks) add(open, name, -1);
    });
    return true;
  };

  const limitTotal = (): void => {
    server.maxConnections = limits.total;
  };
  limitTotal();
  server.on('drop', (data) => {
    limitTotal();
    refuse(data?.remoteAddress ?? '');
  });
  const serverListeners = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    limitTotal();
    // A reset frees all resources on this side at once.
    if (accept(socket)) for (const listener of serverListeners) listener.call(server, socket);
    else socket.resetAndDestroy();
  });

  const readers = new Map<Socket, ReaderProgress>();
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (socket.destroyed) return;
    readers.set(socket, { read: 0, since: 0 });
    socket.once('close', () => readers.delete(socket));
  });
  const checks = setInterval(() => {
    for (const [socket, reader] of readers) {
      const { writableLength: unread, bytesWritten } = socket;
      const next = updateReader(reader, { unread, read: bytesWritten - unread, now: performance.now() }, timings);
      if (next === 'stalled') socket.destroy();
      else readers.set(socket, next);
    }
  }, timings.checkIntervalMs).unref();

  const minutes = setInterval(() => {
    recent.clear();
    if (refused.connections === 0) return;
    log.warn({ ...refused }, 'connections were refused: too many at a time or a minute');
    refused.connections = 0;
  }, timings.minuteMs).unref();

  return {
    forEach(visit) {
      for (const socket of readers.keys()) visit(socket);
    },
    close() {
      clearInterval(checks);
      clearInterval(minutes);
    },
  };
}

/** Progress of a client: the bytes that it has read, and the last time at which it was not behind. */
interface ReaderProgress {
  read: number;
  since: number;
}

/**
 * Returns the new state of a client, or `stalled` if the client has read nothing for too long.
 * @param sample `unread` is the number of bytes that are written but not read yet
 */
export function updateReader(
  reader: ReaderProgress,
  sample: { unread: number; read: number; now: number },
  timings: Pick<ConnectionTimings, 'stalledMs' | 'bytesPerSecond'>,
): ReaderProgress | 'stalled' {
  const { unread, read, now } = sample;
  if (unread === 0 || read !== reader.read) return { read, since: now };
  return now - reader.since > timings.stalledMs + (unread / timings.bytesPerSecond) * 1_000 ? 'stalled' : reader;
}

function add(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}
