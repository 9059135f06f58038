/**
 * ClamAV's daemon, by its command INSTREAM: the file in pieces with their lengths before them, and one of length 0 at its end. It answers with one
 * line: `stream: OK`, `stream: NAME FOUND`, or an error, after which it closes the connection. Each scan has a connection of its own.
 */
import { connect, type Socket } from 'node:net';
import type { Readable } from 'node:stream';
import type { Verdict } from '@innkeeper/model/scanner';
import type { Scanner } from './port.ts';

export type ClamdPlace = { path: string } | { host: string; port: number };

/** Of a whole scan. clamd ends its own after 2 minutes unless told otherwise; whoever sends a file waits for it. */
const SCAN_MS = 60_000;
const PIECE_BYTES = 64 * 1024;
const MOST_ANSWER = 4_096;
const MOST_NAME = 200;

export function openClamd(place: ClamdPlace, { scanMs = SCAN_MS } = {}): Scanner {
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

/** Waits for the kernel to take each piece, so that no more than one of them is held here. */
async function send(content: Readable, socket: Socket, state: { whole: boolean }): Promise<void> {
  // It may fail while nobody reads it: without a listener that would end the process.
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
      else if (text.length > MOST_ANSWER) reject(new Error('its answer has no end'));
    });
    socket.on('error', reject);
    socket.on('close', () => reject(new Error('it closed the connection without an answer')));
  });
}

function verdictOf(answer: string, whole: boolean): Verdict {
  const [, found] = /^stream: (.+) FOUND$/.exec(answer) ?? [];
  if (found !== undefined) return { result: 'infected', name: printable(found, MOST_NAME) };
  if (answer !== 'stream: OK') return { result: 'failed', why: refusal(answer) };
  return whole ? { result: 'clean' } : { result: 'failed', why: 'it answered before it had the whole file' };
}

const refusal = (answer: string): string =>
  /size limit exceeded/i.test(answer)
    ? 'a file is larger than the StreamMaxLength of clamd.conf allows'
    : `it answered: ${printable(answer, MOST_NAME)}`;

/** What comes from another program goes to screens. */
const printable = (text: string, most: number): string => text.replace(/[^\x20-\x7e]/g, '?').slice(0, most);

/** clamd closes the connection on whom it refuses to read, and its reason may be lost with it. */
function describe(error: unknown): string {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'EPIPE' || code === 'ECONNRESET')
    return 'it closed the connection while a file was sent: see its log, and StreamMaxLength in clamd.conf';
  return message;
}
