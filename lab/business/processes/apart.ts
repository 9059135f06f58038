/** API and worker of a history as processes of their own, which are killed now and then at any moment. */
import { randomUUID } from 'node:crypto';
import type { InjectOptions } from 'fastify';
import type { Answer } from '../../app.ts';
import { randomOf } from '../random.ts';
import { type ApiAsk, openApi } from './api-process.ts';
import { openKilled } from './killed.ts';
import { serve } from './serve.ts';
import { openWorker, type WorkerAsk, type WorkerGiven } from './worker-process.ts';

const ROLES = { api: () => serve(openApi), worker: () => serve(openWorker) };
export type ProcessRole = keyof typeof ROLES;

/** What makes a process one of a history, with its role as one more argument. */
export type Program = readonly [string, ...string[]];

/** In such a process. */
export function serveAs(role: string): void {
  ROLES[role as ProcessRole]();
}

export interface ApartApi {
  /** As of a client that asks again, with the same Idempotency-Key, until it is answered. */
  send(request: InjectOptions): Promise<Answer>;
  runJobs(): Promise<void>;
}

export interface ApartWorker {
  start(): Promise<void>;
  stop(): Promise<void>;
  /** Both return false when it was killed midway; another one is there. */
  idle(): Promise<boolean>;
  runJobs(): Promise<boolean>;
}

export interface Apart {
  api: ApartApi;
  worker: ApartWorker;
  kills(): { api: number; worker: number };
  close(): Promise<void>;
}

/** One ask in so many is the last of its process, within so many milliseconds. A request takes about 20. */
const WORKER = { oneIn: 12, withinMs: 120 };
const API = { oneIn: 15, withinMs: 20 };

export function openApart(program: Program, given: WorkerGiven): Apart {
  const random = randomOf(given.seed + 1);
  const of = (role: ProcessRole): Program => [...program, role];
  const api = openKilled({ ...API, program: of('api'), given, random });
  const worker = openKilled({ ...WORKER, program: of('worker'), given, random });
  const survives = async (ask: WorkerAsk) => (await worker.ask(ask)) !== 'killed';
  return {
    api: {
      async send(request) {
        const headers = { 'idempotency-key': randomUUID(), ...request.headers };
        for (;;) {
          const told = await api.ask({ ...request, headers } satisfies ApiAsk);
          if (told !== 'killed') return told.answer as Answer;
        }
      },
      async runJobs() {
        while ((await api.ask('jobs' satisfies ApiAsk)) === 'killed');
      },
    },
    worker: { start: worker.start, stop: worker.stop, idle: () => survives('idle'), runJobs: () => survives('jobs') },
    kills: () => ({ api: api.kills(), worker: worker.kills() }),
    async close() {
      await Promise.all([api.stop(), worker.stop()]);
    },
  };
}
