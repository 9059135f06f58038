/**
 * Measures one read in several ways, which alternate, so that noise of the machine affects all of them.
 *
 * The ways are the API as clients use it, bare Fastify with the same bytes, and the read's own SQL without Innkeeper.
 */
import { type Child, startChild } from '../child.ts';
import { type BenchRequest, CONNECTIONS, combineRounds, type LoadFigures, type Target, type Times } from '../load.ts';
import type { CommitRate } from '../roles/committer.ts';
import type { Statement } from '../statements/record.ts';
import type { ReadBench, Say } from './read-bench.ts';

export interface Read {
  name: string;
  /** Different requests with replies of about the same size. */
  asks: BenchRequest[];
  /** Number of items in a reply. */
  items: number;
  ways: ReadMode[];
  /** Route of all paths in Fastify's syntax, by default the first path without its query. */
  route?: string;
}

/** A way to send reads. */
export interface ReadMode {
  key: string;
  label: string;
  /** Process that answers the reads. */
  side: 'api' | 'fastify' | 'query';
  clients?: number;
  /** True if each request uses a new path. */
  fresh?: boolean;
  oneEach?: boolean;
  /** Commits of other clients during the reads. */
  rate?: CommitRate;
}

export interface ModeFigures extends LoadFigures {
  key: string;
  label: string;
  side: ReadMode['side'];
  /** CPU time per request in microseconds, of the process that answers. For bare queries, of the process that sends them. */
  cpuUs: number;
  /** Number of statements that the API sent per reply, or `null` if unknown. Statements that requests share count once. */
  statements: number | null;
  /** Measured commits per second during the reads. */
  commits: number;
}

export interface ReadFigures {
  name: string;
  bytes: number;
  items: number;
  /** Number of statements of a fresh reply. */
  statements: number;
  ways: ModeFigures[];
}

export interface Repetitions {
  seconds: number;
  rounds: number;
}

const WARM_SECONDS = 0.5;
/** Number of different requests whose statements are recorded and then sent bare. */
const RECORDED = 20;

export async function measureRead(
  place: ReadBench<unknown>,
  read: Read,
  { seconds, rounds }: Repetitions,
  say: Say,
): Promise<ReadFigures> {
  const [first] = read.asks;
  if (!first) throw new Error('nothing to ask');
  const body = await bodyOf(place.apiBase, first);
  const recorded = await place.statementsOf(read.asks.slice(0, RECORDED));
  const fastify = startChild('bare-fastify');
  try {
    const path = read.route ?? first.path.split('?', 1)[0];
    const port = await fastify.ask<number>('open', { path, body });
    const sides = { ...place, fastify, fastifyBase: `http://127.0.0.1:${port}` };
    const rows = read.ways.map((way) => ({ way, rounds: [] as Round[] }));
    for (const { way } of rows) await once(sides, read, recorded, { ...way, rate: undefined }, WARM_SECONDS);
    for (let round = 1; round <= rounds; round++) {
      for (const row of rows) row.rounds.push(await once(sides, read, recorded, row.way, seconds));
    }
    const ways = rows.map(({ way, rounds }) => figuresOf(way, rounds));
    for (const way of ways)
      say(
        `${read.name}, ${way.label}: ${way.perSecond.toFixed(0)}/s, p50 ${way.p50.toFixed(1)} ms, p99 ${way.p99.toFixed(1)} ms`,
      );
    return { name: read.name, bytes: Buffer.byteLength(body), items: read.items, statements: recorded[0]?.length ?? 0, ways };
  } finally {
    await fastify.stop();
  }
}

interface Round extends Times {
  cpuMs: number;
  statements: number;
  commits: number;
}

type Sides = ReadBench<unknown> & { fastify: Child; fastifyBase: string };

async function once(sides: Sides, read: Read, recorded: Statement[][], way: ReadMode, seconds: number): Promise<Round> {
  const { clients = CONNECTIONS, fresh = false, oneEach = false } = way;
  const http = (base: string) =>
    sides.load.ask<Times>('run', { base, asks: read.asks, clients, fresh, oneEach } satisfies Target, seconds);
  const runs = {
    api: { child: sides.api, run: () => http(sides.apiBase) },
    fastify: { child: sides.fastify, run: () => http(sides.fastifyBase) },
    query: { child: sides.query, run: () => sides.query.ask<Times>('run', recorded, { seconds, clients }) },
  };
  const { child, run } = runs[way.side];
  if (way.rate) await sides.committer.ask('start', way.rate);
  const before = { cpuMs: await child.cpuMs(), statements: await sides.statements() };
  const times = await run();
  const after = { cpuMs: await child.cpuMs(), statements: await sides.statements() };
  const commits = way.rate ? await sides.committer.ask<number>('stop') : 0;
  return { ...times, cpuMs: after.cpuMs - before.cpuMs, statements: after.statements - before.statements, commits };
}

function figuresOf({ key, label, side }: ReadMode, rounds: Round[]): ModeFigures {
  const measured = combineRounds(rounds);
  const sum = (of: 'cpuMs' | 'statements' | 'commits'): number => rounds.reduce((all, round) => all + round[of], 0);
  return {
    ...{ key, label, side, ...measured },
    cpuUs: (sum('cpuMs') / measured.count) * 1000,
    statements: side === 'api' ? sum('statements') / measured.count : null,
    commits: sum('commits') / rounds.length,
  };
}

async function bodyOf(base: string, { path, headers }: BenchRequest): Promise<string> {
  const reply = await fetch(`${base}${path}`, { headers });
  if (reply.status !== 200) throw new Error(`${path} answers ${reply.status}: ${await reply.text()}`);
  return reply.text();
}
