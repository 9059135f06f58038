/** A small clamd: it speaks the protocol, knows one virus, and fails in the ways that the real one does. */
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** What it finds, and what it calls it; also in the signatures that a real one is given (engine/scanner/clamd.e2e.test.ts). */
export const VIRUS = 'innkeeper-test-signature-7f3a9c';
export const VIRUS_NAME = 'Innkeeper.Test.Signature';
/** A file with this has its answer when it is released. */
export const SLOW = 'innkeeper-test-slow-file';

/** `limit`: it reads no file of more than 1,000 bytes. `closes`: in the middle of a file. `hasty`: it answers before it has the file. */
export type Mood = 'well' | 'limit' | 'closes' | 'garbage' | 'unbounded' | 'no answer' | 'hasty' | 'unfinished';

export interface FakeClamd {
  /** Its unix socket. */
  readonly socket: string;
  readonly port: number;
  /** Files that came as a whole, by their bytes. */
  readonly scanned: number[];
  /** The most that waited for an answer at the same time. */
  most(): number;
  /** Slow files that wait for their answer now. */
  held(): number;
  release(): void;
  /** Connections at all. */
  asked(): number;
  be(mood: Mood): void;
  /** Nobody listens any more, until it is opened again at the same places. */
  goAway(): Promise<void>;
  comeBack(): Promise<void>;
  close(): Promise<void>;
}

export async function openFakeClamd(): Promise<FakeClamd> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'innkeeper-clamd-'));
  const socket = path.join(directory, 'clamd.ctl');
  const connections = new Set<Socket>();
  const reading = new Set<Socket>();
  const scanned: number[] = [];
  const held = new Map<Socket, () => void>();
  let mood: Mood = 'well';
  let [most, asked] = [0, 0];
  const serve = (connection: Socket): void => {
    connections.add(connection);
    asked += 1;
    reading.add(connection);
    most = Math.max(most, reading.size);
    connection.on('close', () => {
      connections.delete(connection);
      reading.delete(connection);
      held.delete(connection);
    });
    connection.on('error', () => undefined);
    answer(connection, { mood: () => mood, scanned, hold: (go) => held.set(connection, go) }, () => reading.delete(connection));
  };
  const servers = [createServer(serve), createServer(serve)] as const;
  const listen = async (port: number): Promise<void> => {
    await new Promise<void>((resolve) => servers[0].listen(socket, resolve));
    await new Promise<void>((resolve) => servers[1].listen(port, '127.0.0.1', resolve));
  };
  const goAway = async (): Promise<void> => {
    const closed = servers.map((server) => new Promise((resolve) => server.close(resolve)));
    for (const connection of connections) connection.destroy();
    await Promise.all(closed);
  };
  await listen(0);
  const { port } = servers[1].address() as AddressInfo;
  return {
    socket,
    port,
    scanned,
    most: () => most,
    asked: () => asked,
    held: () => held.size,
    release() {
      for (const go of held.values()) go();
      held.clear();
    },
    be(wanted) {
      mood = wanted;
    },
    goAway,
    comeBack: () => listen(port),
    async close() {
      await goAway();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

const COMMAND = 'zINSTREAM\0';
const KNOWN = new RegExp(`${VIRUS}|EICAR-`);
/** To a whole file, in place of what it found; null: none. */
const ANSWERS: { readonly [M in Mood]?: string | null } = {
  'no answer': null,
  garbage: '\u001b[2JHTTP/1.1 200 OK\0',
  unfinished: 'stream: OK',
  unbounded: 'A'.repeat(10_000),
};

interface Answering {
  mood(): Mood;
  scanned: number[];
  /** Until it is released. */
  hold(go: () => void): void;
}

/** Calls `done` when it has answered. */
function answer(connection: Socket, { mood, scanned, hold }: Answering, done: () => void): void {
  let come = Buffer.alloc(0);
  const pieces: Buffer[] = [];
  let bytes = 0;
  let commanded = false;
  let answered = false;
  const say = (text: string): void => {
    answered = true;
    done();
    connection.end(text);
  };
  const ended = (): void => {
    const text = Buffer.concat(pieces).toString('latin1');
    const said = ANSWERS[mood()];
    if (said === undefined) scanned.push(bytes);
    const judge = () => say(said ?? (KNOWN.test(text) ? `stream: ${VIRUS_NAME} FOUND\0` : 'stream: OK\0'));
    if (text.includes(SLOW)) hold(judge);
    else if (said !== null) judge();
  };
  /** Whether there may be another. */
  const takePiece = (): boolean => {
    if (answered || come.length < 4 || come.length < 4 + come.readUInt32BE(0)) return false;
    const length = come.readUInt32BE(0);
    pieces.push(come.subarray(4, 4 + length));
    bytes += length;
    come = come.subarray(4 + length);
    if (length === 0) ended();
    else if (mood() === 'closes') connection.destroy();
    else if (mood() === 'limit' && bytes > 1_000) say('INSTREAM size limit exceeded. ERROR\0');
    return length > 0 && !connection.destroyed;
  };
  connection.on('data', (chunk) => {
    if (answered) return;
    come = Buffer.concat([come, chunk]);
    if (!commanded && come.length >= COMMAND.length) {
      commanded = come.toString('latin1', 0, COMMAND.length) === COMMAND;
      come = come.subarray(COMMAND.length);
      if (!commanded) say('UNKNOWN COMMAND\0');
      else if (mood() === 'hasty') say('stream: OK\0');
    }
    while (commanded && takePiece());
  });
}
