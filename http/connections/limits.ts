/**
 * Limits that apply before the first byte: how many connections there may be, per address and in total, how often an address may
 * connect, and how long a client may leave a reply unread.
 */
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { ConnectionLimits } from '@innkeeper/model/request-limits';
import type { HttpLog } from '../log/logger.ts';
import { networksOf } from '../request/client.ts';

export interface ConnectionTimings {
  /** Between two checks of unread replies. */
  checkIntervalMs: number;
  /** For so long a client may read nothing, plus the time that the unread bytes take at `bytesPerSecond`. */
  stalledMs: number;
  bytesPerSecond: number;
  minuteMs: number;
}

export const CONNECTION_TIMINGS: ConnectionTimings = {
  checkIntervalMs: 5_000,
  stalledMs: 30_000,
  bytesPerSecond: 64 * 1024,
  minuteMs: 60_000,
};

export interface ConnectionOptions {
  /** Read at each connection, so that a reload can change them. */
  limits: ConnectionLimits;
  timings: ConnectionTimings;
  /** A proxy has many clients behind it: only `total` applies to it. */
  isProxy: (address: string) => boolean;
  log: HttpLog;
}

export interface Connections {
  /** Visits every open connection. */
  forEach(visit: (socket: Socket) => void): void;
  close(): void;
}

/** Runs before the server's own connection listener. */
export function limitConnections(server: HttpServer | TlsServer, options: ConnectionOptions): Connections {
  const { limits, timings, isProxy, log } = options;
  const open = new Map<string, number>();
  const recent = new Map<string, number>();
  const refused = { connections: 0, example: '' };
  const refuse = (address: string): void => {
    refused.connections += 1;
    refused.example = address;
  };

  const accept = (socket: Socket): boolean => {
    const { remoteAddress: address } = socket;
    // Disconnected already.
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
    // A reset frees everything on this side at once.
    if (accept(socket)) for (const listener of serverListeners) listener.call(server, socket);
    else socket.resetAndDestroy();
  });

  const readers = new Map<Socket, Reader>();
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (socket.destroyed) return;
    readers.set(socket, { read: 0, since: 0 });
    socket.once('close', () => readers.delete(socket));
  });
  const checks = setInterval(() => {
    for (const [socket, reader] of readers) {
      const { writableLength: unread, bytesWritten } = socket;
      const next = judgeReader(reader, { unread, read: bytesWritten - unread, now: performance.now() }, timings);
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

/** What a client had taken of its replies, in bytes, and since when no more. */
interface Reader {
  read: number;
  since: number;
}

/** @param seen `unread`: bytes that are written and not read yet */
export function judgeReader(
  reader: Reader,
  seen: { unread: number; read: number; now: number },
  timings: Pick<ConnectionTimings, 'stalledMs' | 'bytesPerSecond'>,
): Reader | 'stalled' {
  const { unread, read, now } = seen;
  if (unread === 0 || read !== reader.read) return { read, since: now };
  return now - reader.since > timings.stalledMs + (unread / timings.bytesPerSecond) * 1_000 ? 'stalled' : reader;
}

function add(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}
