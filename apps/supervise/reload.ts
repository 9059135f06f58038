/**
 * The supervisor's socket: commands ask it to read the configuration again, or what each process runs on. Only the operator may connect.
 * A question and its answer are one line of JSON each.
 */
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import type { WrittenPart } from '../configuration/parts.ts';
import { onLines } from './lines.ts';

export type Question = { command: 'reload' } | { command: 'show' };

export type ReloadAnswer =
  | { ok: true; changed: readonly string[] }
  /** Nothing was changed. `restart`: keys that need a restart. */
  | { ok: false; problems: readonly string[]; restart: readonly string[] };

/** Values that each process runs on, by its name, secrets as digests. */
export type ShownProcesses = Readonly<Record<string, WrittenPart>>;

export interface Answers {
  reload(): Promise<ReloadAnswer>;
  show(): Promise<ShownProcesses>;
}

/** Longer than any question, so that a peer that never ends its line is not read for ever. */
const MOST_BYTES = 1000;
/** A peer that asks nothing is cut off. An answer takes 20 s at most (questions.ts). */
const IDLE_MS = 60_000;

export async function serveSupervisor(file: string, answers: Answers): Promise<{ close(): Promise<void> }> {
  await rm(file, { force: true });
  const open = new Set<Socket>();
  const server = createServer((socket) => {
    open.add(socket);
    socket.on('close', () => open.delete(socket));
    socket.setTimeout(IDLE_MS, () => socket.destroy());
    socket.on('error', () => socket.destroy());
    let bytes = 0;
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes > MOST_BYTES) socket.destroy();
    });
    onLines(socket, (line) => void answer(socket, line));
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(file, resolve);
  });
  await chmod(file, 0o600);
  return {
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        // Whoever stays connected would keep Innkeeper from ending.
        for (const socket of open) socket.destroy();
      }),
  };

  async function answer(socket: Socket, line: string): Promise<void> {
    const reply = await replyTo(line).catch((error: unknown) => ({
      error: error instanceof Error ? error.message : String(error),
    }));
    socket.end(`${JSON.stringify(reply)}\n`);
  }

  async function replyTo(line: string): Promise<object> {
    const { command } = JSON.parse(line) as Question;
    if (command === 'reload') return answers.reload();
    if (command === 'show') return answers.show();
    throw new Error('The supervisor does not know this command. Restart Innkeeper, because another version is running.');
  }
}
