/**
 * The gate before the first byte: how many connections there may be, of one address and in all, how often an address may come,
 * and how long a client may leave an answer untaken.
 */
import type { Server as HttpServer } from 'node:http';
import type { Socket } from 'node:net';
import { Server as TlsServer } from 'node:tls';
import type { HttpLog } from '../log/logger.ts';
import { networksOf } from '../request/client.ts';

export interface ConnectionLimits {
  /** At the same time, of all addresses; each takes a descriptor and 10 to 50 KB. */
  total: number;
  /** At the same time, of one address (/64 of IPv6). */
  perAddress: number;
  /** New ones of an address. Over TLS each costs about 1 ms. */
  perMinute: number;
}

export const CONNECTION_LIMITS: ConnectionLimits = { total: 4_000, perAddress: 250, perMinute: 3_000 };

export interface GatePace {
  /** Between two looks at what waits to be taken. */
  lookMs: number;
  /** A client may take nothing for so long, and longer by what waits for it at so many bytes a second. */
  stalledMs: number;
  bytesPerSecond: number;
  minuteMs: number;
}

export const GATE_PACE: GatePace = { lookMs: 5_000, stalledMs: 30_000, bytesPerSecond: 64 * 1024, minuteMs: 60_000 };

export interface GateOptions {
  limits: ConnectionLimits;
  pace: GatePace;
  /** Behind a proxy are many clients: only `total` is for it. */
  isProxy: (address: string) => boolean;
  log: HttpLog;
}

export interface Gate {
  /** Every connection over which requests may come. */
  forEach(visit: (socket: Socket) => void): void;
  close(): void;
}

/** Stands before the server's own listener. */
export function guardConnections(server: HttpServer | TlsServer, options: GateOptions): Gate {
  const { limits, pace, isProxy, log } = options;
  const open = new Map<string, number>();
  const lately = new Map<string, number>();
  const refused = { connections: 0, example: '' };
  const refuse = (address: string): void => {
    refused.connections += 1;
    refused.example = address;
  };

  const admit = (socket: Socket): boolean => {
    const { remoteAddress: address } = socket;
    // Gone already.
    if (address === undefined) return false;
    if (isProxy(address)) return true;
    const networks = networksOf(address);
    const full = networks.some(
      ({ name, share }) =>
        (open.get(name) ?? 0) >= limits.perAddress * share || (lately.get(name) ?? 0) >= limits.perMinute * share,
    );
    if (full) {
      refuse(address);
      return false;
    }
    for (const { name } of networks) {
      add(open, name, 1);
      add(lately, name, 1);
    }
    socket.once('close', () => {
      for (const { name } of networks) add(open, name, -1);
    });
    return true;
  };

  server.maxConnections = limits.total;
  server.on('drop', (data) => refuse(data?.remoteAddress ?? ''));
  const own = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    // A reset leaves nothing behind on this side.
    if (admit(socket)) for (const listener of own) listener.call(server, socket);
    else socket.resetAndDestroy();
  });

  const readers = new Map<Socket, Reader>();
  server.on(server instanceof TlsServer ? 'secureConnection' : 'connection', (socket: Socket) => {
    if (socket.destroyed) return;
    readers.set(socket, { taken: 0, since: 0 });
    socket.once('close', () => readers.delete(socket));
  });
  const looks = setInterval(() => {
    for (const [socket, reader] of readers) {
      const { writableLength: waiting, bytesWritten } = socket;
      const next = lookAt(reader, { waiting, taken: bytesWritten - waiting, now: performance.now() }, pace);
      if (next === 'stalled') socket.destroy();
      else readers.set(socket, next);
    }
  }, pace.lookMs).unref();

  const minutes = setInterval(() => {
    lately.clear();
    if (refused.connections === 0) return;
    log.warn({ ...refused }, 'connections were refused: too many at a time or a minute');
    refused.connections = 0;
  }, pace.minuteMs).unref();

  return {
    forEach(visit) {
      for (const socket of readers.keys()) visit(socket);
    },
    close() {
      clearInterval(looks);
      clearInterval(minutes);
    },
  };
}

/** What a client had taken of its answers, in bytes, and since when no more. */
interface Reader {
  taken: number;
  since: number;
}

/** @param seen `waiting`: bytes that are written and not taken yet */
export function lookAt(
  reader: Reader,
  seen: { waiting: number; taken: number; now: number },
  pace: Pick<GatePace, 'stalledMs' | 'bytesPerSecond'>,
): Reader | 'stalled' {
  const { waiting, taken, now } = seen;
  if (waiting === 0 || taken !== reader.taken) return { taken, since: now };
  return now - reader.since > pace.stalledMs + (waiting / pace.bytesPerSecond) * 1_000 ? 'stalled' : reader;
}

function add(counts: Map<string, number>, key: string, by: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now === 0) counts.delete(key);
  else counts.set(key, now);
}
