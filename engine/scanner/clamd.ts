/**
 * ClamAV's daemon, used through its command INSTREAM. The file is sent in chunks, each preceded by its length, and a chunk of length 0 at
 * the end. clamd answers with one line: `stream: OK`, `stream: NAME FOUND`, or an error, after which it closes the connection. Each scan
 * has its own connection.
 */
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { ScanVerdict } from '@innkeeper/model/support/scanner';
import type { Scanner } from './port.ts';

export type ClamdEndpoint = { path: string } | { host: string; port: number };

/** Timeout in milliseconds of a whole scan. clamd ends a scan after 2 minutes by default, and the uploader waits for it. */
const SCAN_MS = 60_000;
const PIECE_BYTES = 64 * 1024;
const MAX_REPLY_BYTES = 4_096;
const MAX_NAME_LENGTH = 200;

export function openClamd(place: ClamdEndpoint, { scanMs = SCAN_MS } = {}): Scanner {
  return {
    name: 'clamd',
    async scan(content) {
      const state = { whole: false };
      const socket = connect(place);
      const late = new Error(`it did not answer within ${scanMs / 1_000} s`);
      const timer = setTimeout(() => socket.destroy(late), scanMs);
      try {
        const answer = answerOf(socket);
        send(content, socket, state).catch((error: Error) => socket.destroy(error));
        return verdictOf(await answer, state.whole);
      } catch (error) {
        return { result: 'failed', why: describe(error) };
      } finally {
        clearTimeout(timer);
        content.destroy();
        socket.destroy();
      }
    },
  };
}

/** Sends the content. Waits for the kernel to accept each chunk, so at most one chunk is held in memory. */
async function send(content: Readable, socket: Socket, state: { whole: boolean }): Promise<void> {
  // The stream may fail before it is read. Without a listener that would end the process.
  content.on('error', () => undefined);
  await write(socket, Buffer.from('zINSTREAM\0'));
  for await (const chunk of content) {
    const bytes = Buffer.from(chunk);
    for (let at = 0; at < bytes.length; at += PIECE_BYTES) await write(socket, piece(bytes.subarray(at, at + PIECE_BYTES)));
  }
  state.whole = true;
  await write(socket, piece(Buffer.alloc(0)));
}

function piece(bytes: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

function write(socket: Socket, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

function answerOf(socket: Socket): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      const end = text.search(/[\0\n]/);
      if (end !== -1) resolve(text.slice(0, end));
      else if (text.length > MAX_REPLY_BYTES) reject(new Error('its answer has no end'));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('it closed the connection without an answer')));
  });
}

function verdictOf(answer: string, isComplete: boolean): ScanVerdict {
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (found !== undefined) return { result: 'infected', name: printable(found, MAX_NAME_LENGTH) };
  if (answer !== 'stream: OK') return { result: 'failed', why: refusal(answer) };
  return isComplete ? { result: 'clean' } : { result: 'failed', why: 'it answered before it had the whole file' };
}

const refusal = (answer: string): string =>
  /size limit exceeded/i.test(answer)
    ? 'a file is larger than the StreamMaxLength of clamd.conf allows'
    : `it answered: ${printable(answer, MAX_NAME_LENGTH)}`;

/** Replaces unprintable characters, because output of another program is shown on screens. */
const printable = (text: string, max: number): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, max);

/** Returns the reason of a failure. clamd closes the connection when it refuses to read, and its reason may be lost with it. */
function describe(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE' || code === 'ECONNRESET')
    return 'it closed the connection while a file was sent: see its log, and StreamMaxLength in clamd.conf';
  return message;
}
