/** Runs a separate Incus daemon with a temporary state directory. Other Incus daemons of this host are not affected. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';

/** Paths of the daemon on Debian. */
const DAEMON = ['/usr/libexec/incus/incusd', '/usr/bin/incusd'];
const READY_SECONDS = 30;
const STOP_MS = 20_000;

export const HOW_TO_INSTALL = `Incus is not installed. On Debian 12, with its backports among the sources of apt:

    apt-get install --no-install-recommends -t bookworm-backports incus-base incus-client

On Debian 13 without "-t bookworm-backports". About 15 s; nothing of it needs to run before.`;

/** Configuration without downloads and without a network. An instance is then only a row of the database and a folder. */
const PRESEED = `
config:
  images.auto_update_interval: "0"
storage_pools:
- name: default
  driver: dir
profiles:
- name: default
  devices:
    root: {type: disk, path: /, pool: default}
`;

export interface Incus {
  version: string;
  socketPath: string;
  stop(): Promise<void>;
}

/** Starts the daemon. Returns `null` if Incus is not installed or the process is not root. */
export async function startIncus(): Promise<Incus | null> {
  const daemon = DAEMON.find((file) => fs.existsSync(file));
  if (!daemon || process.getuid?.() !== 0) return null;
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'bench-incus-'));
  const env = { ...process.env, INCUS_DIR: directory };
  const child = spawn(daemon, ['--group', 'root'], { env, stdio: 'ignore' });
  const stop = () => end(child, directory);
  const client = (args: string[], input?: string) =>
    execFileSync('incus', args, { env, encoding: 'utf8', stdio: ['pipe', 'pipe', 'ignore'], input });
  try {
    client(['admin', 'waitready', '--timeout', String(READY_SECONDS)]);
    client(['admin', 'init', '--preseed'], PRESEED);
    const version = /Server version: (\S+)/.exec(client(['version']))?.[1] ?? '?';
    return { version, socketPath: path.join(directory, 'unix.socket'), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function end(child: ChildProcess, directory: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const gone = once(child, 'exit');
    child.kill('SIGTERM');
    const stalled = setTimeout(() => child.kill('SIGKILL'), STOP_MS);
    await gone;
    clearTimeout(stalled);
  }
  const mounts = fs.readFileSync('/proc/mounts', 'utf8').split('\n');
  const own = mounts.map((line) => line.split(' ')[1] ?? '').filter((mount) => mount.startsWith(`${directory}/`));
  for (const mount of own.reverse()) execFileSync('umount', ['-l', mount]);
  fs.rmSync(directory, { recursive: true, force: true });
}
