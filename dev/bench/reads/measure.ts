/**
 * One read, asked in several ways that take turns, so that a noisy moment of the machine falls on all of them: the API as clients
 * ask it, bare Fastify with the same bytes, and the read's own SQL without us.
 */
import { type Child, startChild } from '../child.ts';
import { type Ask, CONNECTIONS, type Measured, type Target, type Times, together } from '../load.ts';
import type { CommitRate } from '../roles/committer.ts';
import type { Statement } from '../statements/record.ts';
import type { ReadPlace, Say } from './place.ts';

export interface Read {
  name: string;
  /** Different ones. They answer about the same number of bytes. */
  asks: Ask[];
  /** Things in an answer. */
  items: number;
  ways: Way[];
  /** Like all of its paths, as Fastify writes it; default: that of the first without its query. */
  route?: string;
}

/** A way to send reads. */
export interface Way {
  key: string;
  label: string;
  side: 'api' | 'fastify' | 'query';
  clients?: number;
  /** Each request by an address that was never asked for before. */
  fresh?: boolean;
  oneEach?: boolean;
  /** Others who commit meanwhile. */
  rate?: CommitRate;
}

export interface WayFigures extends Measured {
  key: string;
  label: string;
  side: Way['side'];
  /** CPU of the process that is asked, for one request, in microseconds; of the asking one for bare queries. */
  cpuUs: number;
  /** Statements that the API sent for one answer; those that it shares between requests count once. */
  statements: number | null;
  /** Commits a second that there were meanwhile. */
  commits: number;
}

export interface ReadFigures {
  name: string;
  bytes: number;
  items: number;
  /** Statements of a fresh answer. */
  statements: number;
  ways: WayFigures[];
}

export interface Turns {
  seconds: number;
  rounds: number;
}

const WARM_SECONDS = 0.5;
/** Different requests of which the statements are recorded, to be sent bare. */
const RECORDED = 20;

export async function measureRead(
  place: ReadPlace<unknown>,
  read: Read,
  { seconds, rounds }: Turns,
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

type Sides = ReadPlace<unknown> & { fastify: Child; fastifyBase: string };

async function once(sides: Sides, read: Read, recorded: Statement[][], way: Way, seconds: number): Promise<Round> {
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

function figuresOf({ key, label, side }: Way, rounds: Round[]): WayFigures {
  const measured = together(rounds);
  const sum = (of: 'cpuMs' | 'statements' | 'commits'): number => rounds.reduce((all, round) => all + round[of], 0);
  return {
    ...{ key, label, side, ...measured },
    cpuUs: (sum('cpuMs') / measured.count) * 1000,
    statements: side === 'api' ? sum('statements') / measured.count : null,
    commits: sum('commits') / rounds.length,
  };
}

async function bodyOf(base: string, { path, headers }: Ask): Promise<string> {
  const reply = await fetch(`${base}${path}`, { headers });
  if (reply.status !== 200) throw new Error(`${path} answers ${reply.status}: ${await reply.text()}`);
  return reply.text();
}
