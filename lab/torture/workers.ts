/** Worker processes, started ahead: Node's own start (about 200 ms) passes while the test before still runs. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
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
  const directory = await mkdtemp(join(tmpdir(), 'innkeeper-torture-workers-'));
  const file = join(directory, 'worker-process.mjs');
  await bundleWhole(file);
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

/** With its packages, unlike our other bundles: one file starts in half of the time, and it is started a hundred times. */
async function bundleWhole(outfile: string): Promise<void> {
  await build({
    entryPoints: [join(ROOT, 'lab/torture/worker-process.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    external: ['pg-native'],
    // Packages of the older kind ask for `require`.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'warning',
  });
}
