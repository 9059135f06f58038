/** A fake of the guests' screens: a small VNC server on a unix socket, with a password, that records its input. */
import { once } from 'node:events';
import fs from 'node:fs/promises';
import { connect, createServer, type Socket } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { Guests } from '@innkeeper/domain/console/guests';
import { encryptChallenge } from '@innkeeper/http/console/rfb-handshake';

export interface FakeVnc extends Guests {
  /** Connections with the right password, oldest first. */
  readonly entered: Socket[];
  /** Data that clients sent after the handshake. */
  readonly heard: Buffer[];
  /** Ids of the machines whose console was opened. */
  readonly asked: string[];
  log: Buffer;
  password: string;
  close(): Promise<void>;
}

const CHALLENGE = Buffer.alloc(16, 42);

export async function openFakeVnc(): Promise<FakeVnc> {
  const directory = await fs.mkdtemp(path.join(os.tmpdir(), 'innkeeper-screen-'));
  const socketPath = path.join(directory, 'vnc.sock');
  const server = createServer((socket) => void serve(socket).catch(() => socket.destroy()));
  server.listen(socketPath);
  await once(server, 'listening');
  const all = new Set<Socket>();

  const screen: FakeVnc = {
    entered: [],
    heard: [],
    asked: [],
    log: Buffer.alloc(0),
    password: 'sesame42',
    async openConsole(machineId) {
      screen.asked.push(machineId);
      const stream = connect(socketPath);
      await once(stream, 'connect');
      return { stream, password: screen.password };
    },
    consoleLog: async () => screen.log,
    screenshot: async () => Buffer.from([0x89, 0x50, 0x4e, 0x47]),
    async close() {
      for (const socket of all) socket.destroy();
      server.close();
      await fs.rm(directory, { recursive: true, force: true });
    },
  };

  async function serve(socket: Socket): Promise<void> {
    all.add(socket);
    socket.on('error', () => {});
    socket.write('RFB 003.008\n');
    await bytes(socket, 12);
    socket.write(Buffer.from([1, 2]));
    await bytes(socket, 1);
    socket.write(CHALLENGE);
    const right = (await bytes(socket, 16)).equals(encryptChallenge(CHALLENGE, 'sesame42'));
    socket.write(Buffer.from([0, 0, 0, right ? 0 : 1]));
    if (!right) return void socket.end();
    screen.entered.push(socket);
    socket.on('data', (chunk: Buffer) => void screen.heard.push(chunk));
  }
  return screen;
}

async function bytes(socket: Socket, count: number): Promise<Buffer> {
  for (;;) {
    const chunk = socket.read(count) as Buffer | null;
    if (chunk) return chunk;
    await once(socket, 'readable');
  }
}
