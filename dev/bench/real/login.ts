/** Waits until the owner can log in to a guest. It polls the SSH port until the greeting, and then runs a command by a real login. */
import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { attempt } from '@innkeeper/engine/host/run';

export interface Guest {
  /** Network namespace, or `null` for the host's own network. */
  namespace: string | null;
  host: string;
  key: string;
}

const WITHIN_MS = 180_000;

/**
 * Program that runs inside the namespace. It opens one connection at a time, because dropbear rejects clients with five open logins. A
 * connection that the guest's kernel never saw is abandoned after half a second.
 */
const CONNECT_UNTIL_READY = `
const net = require('node:net');
const [host, within] = process.argv.slice(1);
const end = Date.now() + Number(within);
(function connect() {
  if (Date.now() > end) process.exit(1);
  const socket = net.connect({ host, port: 22 });
  socket.setTimeout(500, () => socket.destroy());
  socket.on('error', () => {});
  socket.on('data', (data) => data.toString().startsWith('SSH-') && process.exit(0));
  socket.on('close', () => setTimeout(connect, 50));
})();
`;

const TRUST = ['StrictHostKeyChecking=no', 'UserKnownHostsFile=/dev/null', 'LogLevel=ERROR', 'BatchMode=yes'].flatMap((one) => [
  '-o',
  one,
]);

export async function firstLogin({ namespace, host, key }: Guest): Promise<void> {
  const inside = namespace === null ? [] : ['ip', 'netns', 'exec', namespace];
  await ended(spawnOf([...inside, process.execPath, '-e', CONNECT_UNTIL_READY, host, String(WITHIN_MS)]));
  await logInAndRun({ namespace, host, key }, 'true');
}

/** Runs a command in the guest and waits for it. Retries while the login is refused. */
export async function logInAndRun({ namespace, host, key }: Guest, command: string): Promise<void> {
  const inside = namespace === null ? [] : ['ip', 'netns', 'exec', namespace];
  const [file = 'ssh', ...args] = [...inside, 'ssh', '-i', key, ...TRUST, `root@${host}`, command];
  for (const deadline = Date.now() + WITHIN_MS; ; await sleep(50)) {
    const { code, stderr } = await attempt(file, args, { timeoutMs: WITHIN_MS });
    if (code === 0) return;
    if (Date.now() > deadline) throw new Error(`the guest lets nobody in: ${stderr}`);
  }
}

function spawnOf([file = '', ...args]: string[]) {
  return spawn(file, args, { stdio: ['ignore', 'ignore', 'inherit'] });
}

function ended(child: ReturnType<typeof spawnOf>): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error('the guest does not listen for SSH'))));
  });
}
