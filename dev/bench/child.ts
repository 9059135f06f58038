/**
 * Runs each measured role in a process of its own, so that no role uses the CPU time of another.
 *
 * All roles are in one bundle. A child is this program with the name of its role as argument, and answers over IPC.
 */
import { type ChildProcess, fork } from 'node:child_process';
import fs from 'node:fs';
import { API_NODE_FLAGS, WORKER_NODE_FLAGS } from '@innkeeper/apps/processes/node-flags';

export interface Child {
  /** Calls a function of the role. Arguments and result are copied. */
  ask<Answer>(what: string, ...args: unknown[]): Promise<Answer>;
  /** Returns the CPU time of the process so far in milliseconds, user and system. */
  cpuMs(): Promise<number>;
  stop(): Promise<void>;
}

export type Role = Record<string, (...args: never[]) => unknown>;

interface Question {
  id: number;
  what: string;
  args: unknown[];
}

interface Answer {
  id: number;
  value?: unknown;
  error?: string;
}

const FLAGS: Readonly<Record<string, readonly string[]>> = { api: API_NODE_FLAGS, worker: WORKER_NODE_FLAGS };

/** Starts a role. Its standard output is discarded: it is the log, which must be written but has no reader. */
export function startChild(role: string, options: { nodeFlags?: string[] } = {}): Child {
  const nowhere = fs.openSync('/dev/null', 'w');
  const child = fork(process.argv[1] as string, ['role', role], {
    stdio: ['ignore', nowhere, 'inherit', 'ipc'],
    execArgv: ['--enable-source-maps', ...(FLAGS[role] ?? []), ...(options.nodeFlags ?? [])],
    // Dates and bigints are transferred unchanged.
    serialization: 'advanced',
  });
  fs.closeSync(nowhere);
  const ask = asker(child);
  return {
    ask,
    cpuMs: () => ask('cpuMs'),
    async stop() {
      const gone = new Promise((resolve) => child.once('exit', resolve));
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.disconnect();
      await gone;
    },
  };
}

function asker(child: ChildProcess): Child['ask'] {
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  let last = 0;
  child.on('message', ({ id, value, error }: Answer) => {
    if (error === undefined) waiting.get(id)?.resolve(value);
    else waiting.get(id)?.reject(new Error(error));
    waiting.delete(id);
  });
  child.on('exit', (code, signal) => {
    for (const { reject } of waiting.values()) reject(new Error(`a child ended with ${signal ?? code}`));
  });
  return <T>(what: string, ...args: unknown[]) =>
    new Promise<T>((resolve, reject) => {
      last += 1;
      waiting.set(last, { resolve: (value) => resolve(value as T), reject });
      child.send({ id: last, what, args } satisfies Question);
    });
}

/** Answers in the child until the parent ends, then calls `close` of the role and ends. */
export function serveRole(role: Role): void {
  const functions: Role = { ...role, cpuMs };
  const answer = async ({ id, what, args }: Question): Promise<Answer> => {
    try {
      return { id, value: await functions[what]?.(...(args as never[])) };
    } catch (error) {
      return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  const end = async (): Promise<never> => {
    await role.close?.();
    process.exit(0);
  };
  process.on('message', (question: Question) => void answer(question).then((said) => process.send?.(said)));
  process.on('disconnect', () => void end());
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
