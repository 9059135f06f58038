/** A real clamd (Debian's clamav-daemon) that has only the signatures of the tests. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { VIRUS, VIRUS_NAME } from './fake-clamd.ts';

export interface RealClamd {
  socket: string;
  kill(): Promise<void>;
  close(): Promise<void>;
}

const TIME_LIMIT_MS = 60_000;
const hex = (text: string): string => Buffer.from(text).toString('hex');

/** Starts clamd. `settings` are additional lines of its clamd.conf. */
export async function openRealClamd(settings: readonly string[] = []): Promise<RealClamd> {
  const home = await mkdtemp(join(tmpdir(), 'innkeeper-clamd-'));
  const [socket, signatures] = [join(home, 'clamd.ctl'), join(home, 'signatures')];
  await mkdir(signatures);
  const rules = [
    [VIRUS_NAME, VIRUS],
    ['Eicar.Test', 'EICAR-STANDARD-'],
  ].map(([name = '', text = '']) => `${name}:0:*:${hex(text)}`);
  await writeFile(join(signatures, 'tests.ndb'), `${rules.join('\n')}\n`);
  const lines = [`DatabaseDirectory ${signatures}`, `LocalSocket ${socket}`, 'Foreground yes', 'User root', ...settings];
  await writeFile(join(home, 'clamd.conf'), `${lines.join('\n')}\n`);
  const child: ChildProcess = spawn('clamd', ['--config-file', join(home, 'clamd.conf')], { stdio: 'ignore' });
  const end = Date.now() + TIME_LIMIT_MS;
  while (!(await answers(socket))) {
    if (child.exitCode !== null || Date.now() > end) throw new Error('clamd did not start');
    await sleep(50);
  }
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGKILL');
    await once(child, 'exit');
  };
  return {
    socket,
    kill,
    async close() {
      await kill();
      await rm(home, { recursive: true, force: true });
    },
  };
}

function answers(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ path });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}
