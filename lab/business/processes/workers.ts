/** Worker processes of a history: one at a time, killed now and then while it does what it was asked, and started again. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import type { Random } from '../random.ts';
import type { Ask, WorkerGiven } from './worker-process.ts';

export interface KilledWorker {
  start(): Promise<void>;
  /** Returns false when it was killed meanwhile: what it had not committed is gone. Another one is there by then. */
  ask(what: Ask): Promise<boolean>;
  stop(): Promise<void>;
  kills(): number;
}

interface Running {
  process: ChildProcess;
  gone: Promise<'gone'>;
}

/** One ask in so many is the last of its process, within so many milliseconds. */
const KILLS = 12;
const WITHIN_MS = 120;

/** `program`: the file and arguments that make a process a worker (worker-process.ts). */
export function openWorkerProcess(program: readonly [string, ...string[]], given: WorkerGiven, random: Random): KilledWorker {
  const [file, ...args] = program;
  let child: Running | undefined;
  let kills = 0;

  const answerOf = async ({ process, gone }: Running): Promise<'gone' | undefined> => {
    let heard: (message: unknown) => void = () => {};
    const message = new Promise<{ failed?: string }>((resolve) => {
      heard = (told) => resolve(told as { failed?: string });
      process.once('message', heard);
    });
    const answer = await Promise.race([gone, message]);
    process.off('message', heard);
    if (answer === 'gone') return 'gone';
    if (answer.failed !== undefined) throw new Error(answer.failed);
    return undefined;
  };
  const start = async (): Promise<void> => {
    if (child) return;
    const begun = fork(file, args, { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const running = { process: begun, gone: once(begun, 'exit').then(() => 'gone' as const) };
    begun.send(given);
    if ((await answerOf(running)) === 'gone') throw new Error('a worker process ended before it had begun');
    child = running;
  };
  return {
    start,
    kills: () => kills,
    async ask(what) {
      await start();
      const asked = child as Running;
      asked.process.send(what);
      const answer = answerOf(asked);
      const kill = () => void asked.process.kill('SIGKILL');
      const killed = random.oneIn(KILLS) ? setTimeout(kill, random.below(WITHIN_MS)) : undefined;
      const gone = (await answer) === 'gone';
      clearTimeout(killed);
      if (!gone) return true;
      if (!killed) throw new Error('a worker process ended by itself');
      kills += 1;
      child = undefined;
      await start();
      return false;
    },
    async stop() {
      if (!child) return;
      child.process.kill('SIGKILL');
      await child.gone;
      child = undefined;
    },
  };
}
