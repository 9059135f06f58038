/** Kills all processes of one user. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EngineError } from '../../error.ts';
import { run } from '../../host/run.ts';

const GONE_MS = 10_000;

/**
 * Kills all processes of a user with one signal, because a process could fork in between, and waits for their end. `script` is the path of
 * the shell script.
 */
export async function killUserProcesses(uid: number, script: string): Promise<void> {
  const deadline = Date.now() + GONE_MS;
  await run('sh', [script, String(uid)]);
  while ((await processesOf(uid)).length > 0) {
    if (Date.now() > deadline) throw new EngineError('timeout', `processes of user ${uid} did not end after SIGKILL`);
    await sleep(20);
  }
}

/** Lists the processes of a user, without zombies. */
export async function processesOf(uid: number): Promise<number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const belongsToUser = await Promise.all(
    pids.map(async (pid) => {
      const owner = await stat(join('/proc', pid)).then(
        (about) => about.uid,
        () => null,
      );
      return owner === uid && !(await isZombie(pid));
    }),
  );
  return pids.filter((_, i) => belongsToUser[i]).map(Number);
}

async function isZombie(pid: string): Promise<boolean> {
  const text = await readFile(join('/proc', pid, 'stat'), 'latin1').catch(() => '');
  return ['', 'Z', 'X'].includes(text.slice(text.lastIndexOf(')') + 2)[0] ?? '');
}
