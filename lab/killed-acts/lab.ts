/** Kills API and worker at the points of an act, one process for each point, and lets the next process go on. */
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Engine } from '@innkeeper/engine/open';
import { minutes, seconds } from '@innkeeper/model/time/clock';
import type { InjectOptions } from 'fastify';
import { expect } from 'vitest';
import type { Answer } from '../app.ts';
import { writingClock } from '../business/processes/clock-file.ts';
import { type KilledProcess, openKilled } from '../business/processes/killed.ts';
import { openRandom } from '../business/random.ts';
import { type StillClock, stillClock } from '../business/still-clock.ts';
import { openTestDatabase, type TestDatabase } from '../database.ts';
import { draw, seed } from '../draw.ts';
import { givenNode } from '../given.ts';
import { openSimulated } from '../torture/simulated.ts';
import type { MortalAct, MortalOptions, MortalRequest, WorkerTask } from './main.ts';
import type { Survived } from './points.ts';

export interface MortalLab extends TestDatabase {
  clock: StillClock;
  home: string;
  engine: Engine;
  /** Sends a request to the API process. Repeats it while PostgreSQL rolls back the transaction of a killed one. */
  send(request: InjectOptions): Promise<Answer>;
  /** Runs tasks in the worker process, in this order. */
  work(...tasks: WorkerTask[]): Promise<void>;
  /** Runs acts in the process that they belong to. Returns `killed` if it died when all had reached their points. */
  run(asks: readonly MortalRequest[]): Promise<readonly Survived[] | 'killed'>;
}

/** Opens a database, a simulated engine, an API process and a worker process. */
export async function openMortalLab(): Promise<MortalLab> {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'innkeeper-killed-acts-'));
  const clockFile = path.join(home, 'clock');
  const clock = writingClock(clockFile, stillClock(new Date()));
  const database = await openTestDatabase({ clock });
  await givenNode(database.db);
  const engine = await openSimulated(home);
  const open = (role: MortalOptions['role']): KilledProcess => {
    const given: MortalOptions = { role, url: database.url, home, clockFile };
    const program = [path.join(import.meta.dirname, 'main.ts')];
    const env = { NODE_COMPILE_CACHE: path.join(home, 'compile-cache') };
    return openKilled({ program, given, env, random: openRandom(1), oneIn: 1, withinMs: 1 });
  };
  const processes = { api: open('api'), worker: open('worker') };
  const run: MortalLab['run'] = async (asks) => {
    const process = asks.every(({ act }) => typeof act === 'string') ? processes.worker : processes.api;
    // The process kills itself.
    const reply = await process.askAndKill(asks, new Promise(() => {}));
    return reply === 'killed' ? reply : (reply.answer as Survived[]);
  };
  const survive = async (act: MortalAct): Promise<unknown> => (await runOnce({ run }, act)).result;
  return {
    ...database,
    clock,
    home,
    engine,
    run,
    async send(request) {
      for (;;) {
        const answer = (await survive(request)) as Answer;
        if (answer.status !== 409) return answer;
      }
    },
    async work(...tasks) {
      for (const task of tasks) {
        await survive(task);
        // A workflow that pauses for others, such as for a guest that shuts down, is due again only when the clock moves.
        for (; task === 'workflows' && (await hasPaused(database, clock)); await survive(task)) clock.pass(PAUSE_MS);
      }
    },
    async close() {
      await Promise.all([processes.api.stop(), processes.worker.stop()]);
      await Promise.all([engine.compute.close(), engine.network.close()]);
      await database.close();
      fs.rmSync(home, { recursive: true, force: true });
    },
  };
}

const PAUSE_MS = seconds(1);

async function hasPaused({ db }: TestDatabase, clock: StillClock): Promise<boolean> {
  const soon = new Date(clock.now().getTime() + minutes(1));
  const paused = db.selectFrom('workflows').select('id').where('state', 'in', ['queued', 'running', 'stuck']);
  return (await paused.where('run_at', '<=', soon).limit(1).executeTakeFirst()) !== undefined;
}

async function runOnce({ run }: Pick<MortalLab, 'run'>, act: MortalAct): Promise<Survived> {
  const survived = await run([{ act, deadly: null }]);
  if (survived === 'killed' || !survived[0]) throw new Error('a process ended by itself');
  return survived[0];
}

/** An act during which its process dies, in one transaction or several. */
export interface Act<Given> {
  name: string;
  /** Inserts what the act needs, for another customer each time. */
  given(): Promise<Given>;
  act(given: Given): MortalAct;
  /** Result of `read` after the act, if the act is one transaction. */
  whole?: unknown;
  /** Result of `read` at the end. */
  settled: unknown;
}

export interface KilledAct<Given> extends Act<Given> {
  /** Reads what the act and its customer have, such as rows by table. */
  read(given: Given): Promise<unknown>;
  /** Lets the next processes go on until nothing is left to do. */
  goOn(): Promise<void>;
  /** Asserts more at the end. */
  check?(given: Given): Promise<void>;
}

/** Number of requests of which one process dies. A worker dies of one task. */
const TOGETHER = 16;

/**
 * Runs the act once to list its points, and then once for each point, at which its process is killed. An act of one transaction has then
 * happened wholly or not at all, and the same request with the same key makes it happen once.
 *
 * A seed draws one of the points of a task. It draws one point of a request before a write, and one at or after a commit.
 */
export async function killAtEachPoint<Given>(lab: MortalLab, killed: KilledAct<Given>): Promise<void> {
  const first = await killed.given();
  const act = killed.act(first);
  const { points } = await runOnce(lab, act);
  await expectRead(killed, first, killed.whole, 'not killed');
  const isTask = typeof act === 'string';
  const deaths = drawnPoints(killed.name, points, isTask).map((point) => ({
    point,
    // A job that has done all looks for more, and commits again.
    hasHappened: points.indexOf(point) >= points.indexOf('after commit, 1'),
  }));
  expect(deaths.length, killed.name).toBeGreaterThan(0);
  const size = isTask ? 1 : TOGETHER;
  for (let i = 0; i < deaths.length; i += size) await killTogether(lab, killed, deaths.slice(i, i + size));
  await killed.goOn();
  await expectRead(killed, first, killed.settled, 'not killed');
}

interface Death {
  point: string;
  hasHappened: boolean;
}

async function killTogether<Given>(lab: MortalLab, killed: KilledAct<Given>, points: readonly Death[]): Promise<void> {
  const deaths: (Death & { given: Given; act: MortalAct; none: unknown })[] = [];
  for (const point of points) {
    const given = await killed.given();
    deaths.push({ ...point, given, act: killed.act(given), none: await killed.read(given) });
  }
  const reply = await lab.run(deaths.map(({ act, point }) => ({ act, deadly: point })));
  expect(reply, `${killed.name}, ${points.map(({ point }) => point)}`).toBe('killed');
  for (const { point, hasHappened, given, act, none } of deaths) {
    if (killed.whole === undefined) continue;
    await expectRead(killed, given, hasHappened ? killed.whole : none, point);
    if (typeof act === 'string') await lab.work(act);
    else await repeat(lab, act, `${killed.name}, ${point}`, hasHappened);
    await expectRead(killed, given, killed.whole, `${point}, repeated`);
  }
  await killed.goOn();
  for (const { point, given } of deaths) {
    await expectRead(killed, given, killed.settled, `${point}, at the end`);
    await killed.check?.(given);
  }
}

async function expectRead<Given>(
  { name, read }: KilledAct<Given>,
  given: Given,
  expected: unknown,
  point: string,
): Promise<void> {
  if (expected !== undefined) expect(await read(given), `${name}, ${point}`).toEqual(expected);
}

async function repeat(lab: MortalLab, request: InjectOptions, place: string, happened: boolean): Promise<void> {
  for (const replayed of [happened, true]) {
    const { status, headers, text } = await lab.send(request);
    expect([status < 300, headers['idempotent-replayed']], `${place}: ${text}`).toEqual([true, replayed ? 'true' : undefined]);
  }
}

function drawnPoints(name: string, points: readonly string[], isTask: boolean): string[] {
  if (isTask) return [...draw(seed(), [name], points)];
  const isEnd = (point: string) => point.startsWith('after') || point.startsWith('before commit');
  return [false, true].flatMap((end) => {
    const choices = points.filter((point) => isEnd(point) === end);
    return draw(seed(), [name, end ? 'commit' : 'write'], choices);
  });
}
