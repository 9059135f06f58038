/**
 * Serves the socket of the supervisor. Commands use the socket to reload the configuration, and to show the values that each process uses.
 *
 * Only the supervisor's own user and root may connect. A request and its reply are one line of JSON each.
 */
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Socket } from 'node:net';
import type { WrittenPart } from '../configuration/parts.ts';
import { onLines } from './lines.ts';

export type SupervisorCommand = { command: 'reload' } | { command: 'show' };

export type ReloadAnswer =
  | { ok: true; changed: readonly string[] }
  /** No value was changed. `restart` lists the keys that need a restart. */
  | { ok: false; problems: readonly string[]; restart: readonly string[] };

/** Configuration values in use, by process. Secrets are digests. */
export type ConfigurationByProcess = Readonly<Record<string, WrittenPart>>;

export interface SupervisorHandlers {
  reload(): Promise<ReloadAnswer>;
  show(): Promise<ConfigurationByProcess>;
}

/** Maximum number of bytes that are read from a connection, in case a peer never ends its line. Any request is shorter. */
const MAX_BYTES = 1000;
/** Idle timeout of a connection in milliseconds. A reply takes at most 20 s (configuration-requests.ts). */
const IDLE_MS = 60_000;

/** Listens on the socket `file`. Removes an existing socket first. */
export async function serveSupervisor(file: string, answers: SupervisorHandlers): Promise<{ close(): Promise<void> }> {
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
      if (bytes > MAX_BYTES) socket.destroy();
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
        // `close` waits for open connections, and would otherwise keep Innkeeper from exiting.
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
    const { command } = JSON.parse(line) as SupervisorCommand;
    if (command === 'reload') return answers.reload();
    if (command === 'show') return answers.show();
    throw new Error('The supervisor does not know this command. Restart Innkeeper, because another version is running.');
  }
}
