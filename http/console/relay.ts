/** Carries a console's bytes both ways, at the pace of the slower side, until either ends or it has lasted long enough. */
import type { Duplex } from 'node:stream';
import { createWebSocketStream, type WebSocket } from 'ws';
import { welcome } from './rfb-handshake.ts';

export interface RelayPace {
  /** For the client to open the talk. */
  welcomeMs: number;
  /** Without a byte from the client. A screen that changes is answered by asking for more, so this counts a dark one only. */
  idleMs: number;
  /** Between two questions whether the client is still there. */
  pingMs: number;
  /** For the client to say good-bye. */
  closeMs: number;
}

export const RELAY_PACE: RelayPace = { welcomeMs: 10_000, idleMs: 600_000, pingMs: 30_000, closeMs: 2_000 };

/** Close codes of RFC 6455, and a sentence for the client. */
const ENDS = {
  guest: [1000, 'The server has stopped.'],
  interrupted: [1012, 'The console was interrupted. Please open it again.'],
  client: [1000, ''],
  idle: [1000, 'Nothing was typed for a long time.'],
  lost: [1001, ''],
  protocol: [1002, 'This speaks RFB only.'],
  token: [1008, 'The access token no longer holds.'],
  stopping: [1001, 'The service is being restarted.'],
} as const;

export type RelayEnd = keyof typeof ENDS;

export interface Relay {
  end(why: RelayEnd): void;
  /** Resolves when both sides are let go; never rejects. */
  readonly ended: Promise<RelayEnd>;
}

/** `guest` has been entered with its password already. */
export function relay(socket: WebSocket, guest: Duplex, pace: RelayPace): Relay {
  let finish: (why: RelayEnd) => void = () => {};
  let over = false;
  const ended = new Promise<RelayEnd>((resolve) => {
    finish = resolve;
  });
  const client = createWebSocketStream(socket, { highWaterMark: 256 * 1024 });
  const idle = setTimeout(() => end('idle'), pace.idleMs);
  let answered = true;
  const pings = setInterval(() => {
    if (!answered) return end('lost');
    answered = false;
    socket.ping();
  }, pace.pingMs);

  function end(why: RelayEnd): void {
    if (over) return;
    over = true;
    clearTimeout(idle);
    clearInterval(pings);
    guest.destroy();
    const [code, sentence] = ENDS[why];
    if (why === 'lost') socket.terminate();
    else socket.close(code, sentence);
    const gone = setTimeout(() => socket.terminate(), pace.closeMs);
    const done = () => {
      clearTimeout(gone);
      finish(why);
    };
    if (socket.readyState === socket.CLOSED) done();
    else socket.once('close', done);
  }

  // What breaks closes, and that is heard.
  guest.on('error', () => {});
  client.on('error', () => {});
  // An error is the way to the guest that broke, not the guest.
  guest.once('close', () => end(guest.errored ? 'interrupted' : 'guest'));
  socket.once('close', () => end('client'));
  socket.on('message', () => idle.refresh());
  socket.on('pong', () => {
    answered = true;
  });
  void carry(client, guest, pace).catch(() => end('protocol'));
  return { end, ended };
}

async function carry(client: Duplex, guest: Duplex, pace: RelayPace): Promise<void> {
  await welcome(client, AbortSignal.timeout(pace.welcomeMs));
  // How these end is seen by the ends of the two connections. No pipeline(): it would cut the client off before it is told why.
  client.pipe(guest);
  guest.pipe(client, { end: false });
}
