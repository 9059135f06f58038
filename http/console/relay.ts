/** Relays a console's bytes both ways, at the speed of the slower side, until either side ends or a time limit is reached. */
import type { Duplex } from 'node:stream';
import { createWebSocketStream, type WebSocket } from 'ws';
import { serverHandshake } from './rfb-handshake.ts';

export interface RelayTimings {
  /** Time for the client's RFB handshake. */
  handshakeMs: number;
  /**
   * Time without a byte from the client. A client requests an update after each change of the screen, so this limit applies to an unchanged
   * screen.
   */
  idleMs: number;
  /** Interval between two pings. */
  pingMs: number;
  /** Time for the client's close frame. */
  closeMs: number;
}

export const RELAY_TIMINGS: RelayTimings = { handshakeMs: 10_000, idleMs: 600_000, pingMs: 30_000, closeMs: 2_000 };

/** Close codes of RFC 6455, each with a sentence for the client. */
const CLOSE_REASONS = {
  guest: [1000, 'The server has stopped.'],
  interrupted: [1012, 'The console was interrupted. Open it again.'],
  client: [1000, ''],
  idle: [1000, 'The console was idle for too long. Open it again.'],
  lost: [1001, ''],
  protocol: [1002, 'This WebSocket accepts only the RFB protocol.'],
  token: [1008, 'The access token is no longer valid.'],
  stopping: [1001, 'The service is restarting.'],
} as const;

export type RelayEnd = keyof typeof CLOSE_REASONS;

export interface Relay {
  end(why: RelayEnd): void;
  /** Resolves with the reason when both sides are closed. Never rejects. */
  readonly ended: Promise<RelayEnd>;
}

/** Starts a relay. `guest` is a connection whose RFB handshake is complete. */
export function relay(socket: WebSocket, guest: Duplex, timings: RelayTimings): Relay {
  let finish: (why: RelayEnd) => void = () => {};
  let hasEnded = false;
  const ended = new Promise<RelayEnd>((resolve) => {
    finish = resolve;
  });
  const client = createWebSocketStream(socket, { highWaterMark: 256 * 1024 });
  const idle = setTimeout(() => end('idle'), timings.idleMs);
  let answered = true;
  const pings = setInterval(() => {
    if (!answered) return end('lost');
    answered = false;
    socket.ping();
  }, timings.pingMs);

  function end(why: RelayEnd): void {
    if (hasEnded) return;
    hasEnded = true;
    clearTimeout(idle);
    clearInterval(pings);
    guest.destroy();
    const [code, sentence] = CLOSE_REASONS[why];
    if (why === 'lost') socket.terminate();
    else socket.close(code, sentence);
    const terminateTimer = setTimeout(() => socket.terminate(), timings.closeMs);
    const done = () => {
      clearTimeout(terminateTimer);
      finish(why);
    };
    if (socket.readyState === socket.CLOSED) done();
    else socket.once('close', done);
  }

  // An error closes the connection, and the `close` listener below handles it.
  guest.on('error', () => {});
  client.on('error', () => {});
  // With an error, the connection to the guest broke. Without one, the guest ended it.
  guest.once('close', () => end(guest.errored ? 'interrupted' : 'guest'));
  socket.once('close', () => end('client'));
  socket.on('message', () => idle.refresh());
  socket.on('pong', () => {
    answered = true;
  });
  void connectAfterHandshake(client, guest, timings).catch(() => end('protocol'));
  return { end, ended };
}

async function connectAfterHandshake(client: Duplex, guest: Duplex, timings: RelayTimings): Promise<void> {
  await serverHandshake(client, AbortSignal.timeout(timings.handshakeMs));
  // The `close` listeners above end these streams. `pipeline()` would disconnect the client before its close frame.
  client.pipe(guest);
  guest.pipe(client, { end: false });
}
