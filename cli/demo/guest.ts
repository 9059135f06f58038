/** The customer's side of the demo: an SSH key, and a login from outside the guest. */
import { execFile } from 'node:child_process';
import { mkdtemp, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { sshCommandLine } from '../ssh/command-line.ts';

const run = promisify(execFile);

const LOGIN_WITHIN_MS = 120_000;
const RETRY_MS = 500;

export interface KeyPair {
  directory: string;
  file: string;
  publicKey: string;
}

export async function makeKeyPair(): Promise<KeyPair> {
  const directory = await mkdtemp(path.join(tmpdir(), 'innkeeper-demo-'));
  const file = path.join(directory, 'id_ed25519');
  await run('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'innkeeper-demo', '-f', file]);
  return { directory, file, publicKey: (await readFile(`${file}.pub`, 'utf8')).trim() };
}

export interface Guest {
  serverId: number;
  host: string;
  port: number;
  user: string;
  /** Network namespace of the host through which the guest is reached, or `null`. */
  namespace: string | null;
  key: KeyPair;
}

/** Runs a command in the guest and returns its output. Retries for 2 minutes if the login or the command fails, then throws a `CommandError`. */
export async function runInGuest(guest: Guest, command: readonly string[]): Promise<string> {
  const { host, port, namespace, user, key, serverId } = guest;
  const { file, args } = sshCommandLine(
    {
      endpoint: { host, port, namespace },
      user,
      identity: key.file,
      hostKeyAlias: `srv-${serverId}`,
      knownHosts: path.join(key.directory, 'known_hosts'),
    },
    ['BatchMode=yes', 'ConnectTimeout=5'],
    command,
  );
  for (const deadline = Date.now() + LOGIN_WITHIN_MS; ; await sleep(RETRY_MS)) {
    try {
      return (await run(file, args)).stdout.trim();
    } catch (error) {
      if (Date.now() > deadline) throw new CommandError(`Login to the guest failed: ${lastLine(error)}`);
    }
  }
}

/** Returns the boot id of the guest's kernel. */
export function bootIdOf(guest: Guest): Promise<string> {
  return runInGuest(guest, ['cat', '/proc/sys/kernel/random/boot_id']);
}

function lastLine(error: unknown): string {
  const text = error instanceof Error && 'stderr' in error ? String(error.stderr) : String(error);
  return text.trim().split('\n').at(-1) ?? '';
}
