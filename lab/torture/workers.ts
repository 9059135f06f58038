/** Worker processes, started ahead: Node's own start (about 150 ms) passes while the test before still runs. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { Orders } from './worker-process.ts';

export interface Workers {
  /** Sets a worker to work. */
  start(orders: Orders): ChildProcess;
  /** Sets one to work that dies at a point; answers when it has. Throws when it ended otherwise. */
  die(orders: Orders): Promise<void>;
  close(): Promise<void>;
}

const ROOT = resolve(import.meta.dirname, '../..');

export async function openWorkers(): Promise<Workers> {
  const build = (await import(join(ROOT, 'dev/build.mjs'))) as { bundle(entries: string[], out: object): Promise<void> };
  // Below the checkout, where its imports of packages are found.
  const directory = await mkdtemp(join(ROOT, 'build/torture-'));
  const file = join(directory, 'worker-process.mjs');
  await build.bundle([join(ROOT, 'lab/torture/worker-process.ts')], { outfile: file });
  const started = new Set<ChildProcess>();
  const spawn = (): ChildProcess => {
    const child = fork(file, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], execArgv: [] });
    started.add(child);
    child.once('exit', () => started.delete(child));
    return child;
  };
  let ahead = spawn();

  const start = (orders: Orders): ChildProcess => {
    const worker = ahead;
    ahead = spawn();
    worker.send(orders);
    return worker;
  };
  return {
    start,
    async die(orders) {
      const [code, signal] = await once(start(orders), 'exit');
      if (signal !== 'SIGKILL') throw new Error(`the worker did not die at its point: code ${code}, signal ${signal}`);
    },
    async close() {
      await Promise.all(
        [...started].map(async (child) => {
          const gone = once(child, 'exit');
          child.kill('SIGKILL');
          await gone;
        }),
      );
      await rm(directory, { recursive: true });
    },
  };
}
