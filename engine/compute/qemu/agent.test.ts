import { once } from 'node:events';
import { type FileHandle, mkdtemp, open, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withAgent } from './agent.ts';
import { bootId } from './agent-requests.ts';

const BOOT_ID = '0f8d5c0e-1b2a-4c3d-8e9f-001122334455';
const encoded = (text: string) => ({ 'buf-b64': Buffer.from(text).toString('base64'), count: text.length });

/** Returns the fake agent's reply to a command, or `undefined` for no reply. */
type Guest = (command: string, args: Record<string, unknown>, socket: Socket) => unknown;

describe('the guest agent, which is untrusted', () => {
  let directory = '';
  let handle: FileHandle | null = null;
  let server: Server | null = null;
  beforeEach(async () => {
    // A path beyond the length limit of Unix sockets.
    directory = await mkdtemp(join(tmpdir(), `innkeeper-agent-${'x'.repeat(100)}-`));
    handle = await open(directory, 'r');
  });
  afterEach(async () => {
    await new Promise((resolve) => server?.close(resolve));
    await handle?.close();
    await rm(directory, { recursive: true });
  });

  async function ask(guest: Guest, timeoutMs = 2_000) {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.on('data', (data) => {
        const { execute, arguments: args } = JSON.parse(data.toString()) as {
          execute: string;
          arguments: Record<string, unknown>;
        };
        const answer = execute === 'guest-sync' ? args.id : guest(execute, args, socket);
        if (answer !== undefined) socket.write(`${JSON.stringify({ return: answer })}\n`);
      });
    });
    server.listen(`/proc/self/fd/${handle?.fd}/agent.sock`);
    await once(server, 'listening');
    return withAgent(directory, { timeoutMs }, bootId);
  }

  const honest = (read: unknown): Guest => {
    return (command) => ({ 'guest-file-open': 1000, 'guest-file-read': read, 'guest-file-close': {} })[command];
  };

  it('returns the boot id', async () => {
    expect(await ask(honest(encoded(`${BOOT_ID}\n`)))).toBe(BOOT_ID);
  });

  it.each([
    ['text that is no boot id', honest(encoded('<script>alert(1)</script>'))],
    ['another type', honest({ 'buf-b64': { length: 1 } })],
    ['no handle', () => 'handle'],
  ])('refuses %s', async (_what, guest) => {
    await expect(ask(guest)).rejects.toMatchObject({ kind: 'guest' });
  });

  it('times out', async () => {
    await expect(ask(() => undefined, 100)).rejects.toMatchObject({ kind: 'timeout' });
  });

  it.each([
    ['one unterminated line', 'x'.repeat(1 << 20)],
    ['unterminated lines', '{"noise":1}\n'.repeat(100_000)],
  ])('hangs up on %s', async (_what, noise) => {
    const flood: Guest = (_command, _args, socket) => {
      socket.write(noise);
      return undefined;
    };
    await expect(ask(flood)).rejects.toMatchObject({ kind: 'guest', message: expect.stringContaining('too much') });
  });
});
