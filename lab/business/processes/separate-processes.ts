/** API and worker of a business simulation as separate processes that are killed at random moments. */
import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { Answer } from '../../app.ts';
import { openRandom } from '../random.ts';
import { type ApiRequest, openApi } from './api-process.ts';
import { openKilled } from './killed.ts';
import { serve } from './serve.ts';
import { openWorker, type SeparateWorkerOptions, type WorkerRequest } from './worker-process.ts';

const ROLES = { api: () => serve(openApi), worker: () => serve(openWorker) };
export type ProcessRole = keyof typeof ROLES;

/** Program and arguments of a process of the simulation. The role of the process is appended as the last argument. */
export type Program = readonly [string, ...string[]];

/** Serves as a process of this role. */
export function serveRole(role: string): void {
  ROLES[role as ProcessRole]();
}

export interface SeparateApi {
  /** Sends a request and retries it with the same Idempotency-Key until it is answered. */
  send(request: InjectOptions): Promise<Answer>;
  runJobs(): Promise<void>;
}

export interface SeparateWorker {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Both functions return false if the worker was killed midway. A new one is then running. */
  idle(): Promise<boolean>;
  runJobs(): Promise<boolean>;
}

export interface SeparateProcesses {
  api: SeparateApi;
  worker: SeparateWorker;
  kills(): { api: number; worker: number };
  close(): Promise<void>;
}

/** One request in `oneIn` kills its process within `withinMs` milliseconds. A request takes about 20. */
const WORKER = { oneIn: 12, withinMs: 120 };
const API = { oneIn: 15, withinMs: 20 };

export function openSeparateProcesses(program: Program, given: SeparateWorkerOptions): SeparateProcesses {
  const random = openRandom(given.seed + 1);
  const of = (role: ProcessRole): Program => [...program, role];
  const api = openKilled({ ...API, program: of('api'), given, random });
  const worker = openKilled({ ...WORKER, program: of('worker'), given, random });
  const survives = async (ask: WorkerRequest) => (await worker.ask(ask)) !== 'killed';
  return {
    api: {
      async send(request) {
        const headers = { 'idempotency-key': randomUUID(), ...request.headers };
        for (;;) {
          const reply = await api.ask({ ...request, headers } satisfies ApiRequest);
          if (reply !== 'killed') return reply.answer as Answer;
        }
      },
      async runJobs() {
        while ((await api.ask('jobs' satisfies ApiRequest)) === 'killed');
      },
    },
    worker: { start: worker.start, stop: worker.stop, idle: () => survives('idle'), runJobs: () => survives('jobs') },
    kills: () => ({ api: api.kills(), worker: worker.kills() }),
    async close() {
      await Promise.all([api.stop(), worker.stop()]);
    },
  };
}
