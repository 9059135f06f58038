/** Worker processes, started in advance: the next one starts (about 200 ms) while the current test still runs. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import type { Order, Orders } from './worker-process.ts';

export interface Workers {
  /** Sends orders to a worker and returns its process. */
  start(orders: Orders): ChildProcess;
  /**
   * Runs a worker that dies when all of these runs have reached their points. Resolves when it has died. Throws if it ended otherwise or
   * too late.
   */
  die(runs: readonly Order[]): Promise<void>;
  close(): Promise<void>;
}

/** Much longer than the slowest workflow in a test. */
const TIME_LIMIT_MS = 60_000;
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
    async die(runs) {
      const worker = start({ runs, act: 'die' });
      const reached: unknown[] = [];
      worker.on('message', (point) => reached.push(point));
      const late = setTimeout(() => worker.kill('SIGTERM'), TIME_LIMIT_MS);
      const [code, signal] = await once(worker, 'exit');
      clearTimeout(late);
      if (signal === 'SIGKILL') return;
      const stood = reached.length > 0 ? reached.join(', ') : 'none';
      throw new Error(
        `the worker did not die at its points: code ${code}, signal ${signal}; of ${runs.length}, these had reached theirs: ${stood}`,
      );
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

/** Bundles the packages too, unlike other bundles. A single file starts twice as fast, and about a hundred processes start it. */
async function bundleWhole(outfile: string): Promise<void> {
  await build({
    entryPoints: [join(ROOT, 'lab/torture/worker-process.ts')],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    external: ['pg-native'],
    // CommonJS packages need `require`.
    banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
    logLevel: 'warning',
  });
}
