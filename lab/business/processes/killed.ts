/** A process of a business simulation that is killed at random moments of its work and restarted. It handles one request at a time. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { ProcessMessage } from './serve.ts';

export interface KilledProcess {
  start(): Promise<void>;
  /** Returns `killed` if the process was killed before its answer. Its uncommitted changes are lost, and a new process is running. */
  ask(what: unknown): Promise<{ answer: unknown } | 'killed'>;
  /** Asks, and kills the process when `then` resolves before the answer. Throws if `then` fails. Without `then` it is not killed. */
  askAndKill(what: unknown, then?: Promise<unknown>): Promise<{ answer: unknown } | 'killed'>;
  stop(): Promise<void>;
  kills(): number;
}

export interface KilledOptions {
  /** File and arguments of the process (`serve.ts`). */
  program: readonly string[];
  /** Sent to each process before its first request. */
  given: { home: string };
  /** Variables of the environment in addition to those of this process. */
  env?: Record<string, string>;
  random: Random;
  /** One request in `oneIn` kills its process within `withinMs` milliseconds. */
  oneIn: number;
  withinMs: number;
}

interface Running {
  process: ChildProcess;
  gone: Promise<'killed'>;
}

export function openKilled({
  program: [file = '', ...args],
  given,
  env: more,
  random,
  oneIn,
  withinMs,
}: KilledOptions): KilledProcess {
  let child: Running | undefined;
  let kills = 0;
  /** Number of consecutive answers that arrived before the kill. */
  let late = 0;

  const answerOf = async ({ process, gone }: Running): Promise<{ answer: unknown } | 'killed'> => {
    let heard: (message: unknown) => void = () => {};
    const message = new Promise<ProcessMessage>((resolve) => {
      heard = (answer) => resolve(answer as ProcessMessage);
      process.once('message', heard);
    });
    const first = await Promise.race([gone, message]);
    process.off('message', heard);
    if (first !== 'killed' && first.failed !== undefined) throw new Error(first.failed);
    return first === 'killed' ? first : { answer: first.answer };
  };
  const start = async (): Promise<void> => {
    if (child) return;
    // Temporary files of the process are removed with the home of the simulation.
    const env = { ...process.env, ...more, TMPDIR: given.home };
    // Webhooks contain bytes, which JSON cannot transfer.
    const begun = fork(file, args, { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'], serialization: 'advanced' });
    const running = { process: begun, gone: once(begun, 'exit').then(() => 'killed' as const) };
    begun.send(given);
    if ((await answerOf(running)) === 'killed') throw new Error(`a process (${args.join(' ')}) ended before it had begun`);
    child = running;
  };
  const askAndKill = async (what: unknown, then?: Promise<unknown>): Promise<{ answer: unknown } | 'killed'> => {
    await start();
    const asked = child as Running;
    const answer = answerOf(asked);
    asked.process.send(what as object);
    let answered = false;
    // A `then` that fails would leave the process waiting for ever.
    const failed = new Promise<never>((_, reject) => void then?.then(() => answered || asked.process.kill('SIGKILL'), reject));
    const reply = await Promise.race([answer, failed]);
    answered = true;
    late = then && reply !== 'killed' ? late + 1 : 0;
    if (reply !== 'killed') return reply;
    if (!then) throw new Error(`a process (${args.join(' ')}) ended by itself`);
    kills += 1;
    child = undefined;
    await start();
    return reply;
  };
  return {
    start,
    kills: () => kills,
    // After an answer that arrived before the kill, the next process is killed sooner.
    ask: (what) => askAndKill(what, random.oneIn(oneIn) || late > 0 ? sleep(random.below(withinMs) >> late) : undefined),
    askAndKill,
    async stop() {
      if (!child) return;
      child.process.kill('SIGKILL');
      await child.gone;
      child = undefined;
    },
  };
}
