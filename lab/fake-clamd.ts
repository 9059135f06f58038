/** A small clamd: it implements the protocol, detects one virus, and fails like the real one. */
import { mkdtemp, rm } from 'node:fs/promises';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';

/** The detected pattern and its name, which are also in the signatures of the real clamd (engine/scanner/clamd.e2e.test.ts). */
export const VIRUS = 'innkeeper-test-signature-7f3a9c';
export const VIRUS_NAME = 'Innkeeper.Test.Signature';
/** A file with this text is answered only by `release`. */
export const SLOW_FILE_TEXT = 'innkeeper-test-slow-file';

/**
 * `limit` reads at most 1,000 bytes of a file. `closes` closes the connection in the middle of a file. `hasty` answers before it has
 * received the file.
 */
export type ClamdBehaviour = 'well' | 'limit' | 'closes' | 'garbage' | 'unbounded' | 'no answer' | 'hasty' | 'unfinished';

export interface FakeClamd {
  /** Path of the unix socket. */
  readonly socket: string;
  readonly port: number;
  /** Sizes in bytes of the files received completely. */
  readonly scanned: number[];
  /** Returns the highest number of simultaneously waiting files. */
  max(): number;
  /** Returns the number of slow files that wait now. */
  held(): number;
  release(): void;
  /** Returns the number of all connections. */
  asked(): number;
  be(behaviour: ClamdBehaviour): void;
  /** Stops listening until `comeBack` opens the same addresses. */
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
  let behaviour: ClamdBehaviour = 'well';
  let [max, asked] = [0, 0];
  const serve = (connection: Socket): void => {
    connections.add(connection);
    asked += 1;
    reading.add(connection);
    max = Math.max(max, reading.size);
    connection.on('close', () => {
      connections.delete(connection);
      reading.delete(connection);
      held.delete(connection);
    });
    connection.on('error', () => undefined);
    answer(connection, { behaviour: () => behaviour, scanned, hold: (go) => held.set(connection, go) }, () =>
      reading.delete(connection),
    );
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
    max: () => max,
    asked: () => asked,
    held: () => held.size,
    release() {
      for (const go of held.values()) go();
      held.clear();
    },
    be(newBehaviour) {
      behaviour = newBehaviour;
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
/** Answers to a complete file that replace the verdict. `null` sends no answer. */
const ANSWERS: { readonly [M in ClamdBehaviour]?: string | null } = {
  'no answer': null,
  garbage: '\u001b[2JHTTP/1.1 200 OK\0',
  unfinished: 'stream: OK',
  unbounded: 'A'.repeat(10_000),
};

interface Answering {
  behaviour(): ClamdBehaviour;
  scanned: number[];
  /** Delays the answer until `release`. */
  hold(go: () => void): void;
}

/** Calls `done` when it has answered. */
function answer(connection: Socket, { behaviour, scanned, hold }: Answering, done: () => void): void {
  let received = Buffer.alloc(0);
  const pieces: Buffer[] = [];
  let bytes = 0;
  let hasCommand = false;
  let answered = false;
  const say = (text: string): void => {
    answered = true;
    done();
    connection.end(text);
  };
  const finishFile = (): void => {
    const text = Buffer.concat(pieces).toString('latin1');
    const said = ANSWERS[behaviour()];
    if (said === undefined) scanned.push(bytes);
    const judge = () => say(said ?? (KNOWN.test(text) ? `stream: ${VIRUS_NAME} FOUND\0` : 'stream: OK\0'));
    if (text.includes(SLOW_FILE_TEXT)) hold(judge);
    else if (said !== null) judge();
  };
  /** Processes a chunk. Returns whether another one may follow. */
  const takePiece = (): boolean => {
    if (answered || received.length < 4 || received.length < 4 + received.readUInt32BE(0)) return false;
    const length = received.readUInt32BE(0);
    pieces.push(received.subarray(4, 4 + length));
    bytes += length;
    received = received.subarray(4 + length);
    if (length === 0) finishFile();
    else if (behaviour() === 'closes') connection.destroy();
    else if (behaviour() === 'limit' && bytes > 1_000) say('INSTREAM size limit exceeded. ERROR\0');
    return length > 0 && !connection.destroyed;
  };
  connection.on('data', (chunk) => {
    if (answered) return;
    received = Buffer.concat([received, chunk]);
    if (!hasCommand && received.length >= COMMAND.length) {
      hasCommand = received.toString('latin1', 0, COMMAND.length) === COMMAND;
      received = received.subarray(COMMAND.length);
      if (!hasCommand) say('UNKNOWN COMMAND\0');
      else if (behaviour() === 'hasty') say('stream: OK\0');
    }
    while (hasCommand && takePiece());
  });
}
