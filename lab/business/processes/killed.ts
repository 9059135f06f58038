/** A process of a history that is killed now and then while it does what it was asked, and started again: one thing at a time. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../random.ts';
import type { Told } from './serve.ts';

export interface KilledProcess {
  start(): Promise<void>;
  /** `killed`: it was meanwhile, and what it had not committed is gone. Another one is there by then. */
  ask(what: unknown): Promise<{ answer: unknown } | 'killed'>;
  /** The same, and it is killed then, unless it has answered; without `then` it lives. */
  askAndKill(what: unknown, then?: Promise<unknown>): Promise<{ answer: unknown } | 'killed'>;
  stop(): Promise<void>;
  kills(): number;
}

export interface KilledOptions {
  /** The file and arguments that make a process what it is (serve.ts). */
  program: readonly string[];
  /** Sent to each before anything is asked. */
  given: { home: string };
  random: Random;
  /** One ask in so many is the last of its process, within so many milliseconds. */
  oneIn: number;
  withinMs: number;
}

interface Running {
  process: ChildProcess;
  gone: Promise<'killed'>;
}

export function openKilled({ program: [file = '', ...args], given, random, oneIn, withinMs }: KilledOptions): KilledProcess {
  let child: Running | undefined;
  let kills = 0;
  /** Times in a row that the answer was there before the end. */
  let late = 0;

  const answerOf = async ({ process, gone }: Running): Promise<{ answer: unknown } | 'killed'> => {
    let heard: (message: unknown) => void = () => {};
    const message = new Promise<Told>((resolve) => {
      heard = (told) => resolve(told as Told);
      process.once('message', heard);
    });
    const told = await Promise.race([gone, message]);
    process.off('message', heard);
    if (told !== 'killed' && told.failed !== undefined) throw new Error(told.failed);
    return told === 'killed' ? told : { answer: told.answer };
  };
  const start = async (): Promise<void> => {
    if (child) return;
    // What it leaves behind goes with the history.
    const env = { ...process.env, TMPDIR: given.home };
    // Webhooks are bytes.
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
    void then?.then(() => answered || asked.process.kill('SIGKILL'));
    const told = await answer;
    answered = true;
    late = then && told !== 'killed' ? late + 1 : 0;
    if (told !== 'killed') return told;
    if (!then) throw new Error(`a process (${args.join(' ')}) ended by itself`);
    kills += 1;
    child = undefined;
    await start();
    return told;
  };
  return {
    start,
    kills: () => kills,
    // What answered too soon is tried again, sooner.
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
