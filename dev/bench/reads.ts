/**
 * Three reads through the whole API, each beside bare Fastify with the same bytes and beside its own SQL without us. The
 * three take turns, so that a noisy moment of the machine falls on all of them; the middle of the rounds counts.
 */
import { setInterval } from 'node:timers/promises';
import { sql } from 'kysely';
import { type Child, startChild } from './child.ts';
import type { Fixture } from './fixture.ts';
import { CONNECTIONS, type Measured, median, type Target } from './load.ts';
import type { Statement } from './statements.ts';

export interface Side extends Omit<Measured, 'count'> {
  /** CPU of the serving process for one request, in microseconds. */
  cpuUs: number;
}

export interface ReadFigures {
  name: string;
  path: string;
  bytes: number;
  statements: number;
  api: Side;
  fastify: Side;
  query: Side;
  /** Innkeeper, asked by one client that waits for its answer: how long a request takes that waits for no other. */
  alone: Measured;
  /** Innkeeper, asked by all clients while others commit `COMMITS_PER_SECOND`, each of which ends what was kept. */
  amidCommits: Measured;
}

/** A busy hour of a host with some thousands of servers. */
export const COMMITS_PER_SECOND = 20;

export interface ReadOptions {
  seconds: number;
  rounds: number;
  say(line: string): void;
}

/** Those whose name holds `only`. */
export function readsOf(fixture: Fixture, only: string): { name: string; path: string }[] {
  const all = [
    { name: 'List server images (50 rows)', path: '/v1/server-images?per_page=50' },
    { name: 'Get a server', path: `/v1/servers/${fixture.aServerId}` },
    { name: 'List servers (50 of 10 000)', path: '/v1/servers?per_page=50' },
  ];
  return all.filter(({ name }) => name.includes(only));
}

export async function measureRead(
  fixture: Fixture,
  { name, path }: { name: string; path: string },
  options: ReadOptions,
): Promise<ReadFigures> {
  const headers = { authorization: `Bearer ${fixture.token}`, accept: 'application/json' };
  const statements = await statementsOf(fixture, path, headers);
  const [api, fastify, query, load] = ['api', 'bare-fastify', 'bare-query', 'load'].map((role) => startChild(role)) as [
    Child,
    Child,
    Child,
    Child,
  ];
  try {
    const apiPort = await api.ask<number>('open', fixture.databaseUrl);
    const body = await bodyOf(`http://127.0.0.1:${apiPort}${path}`, headers);
    const plainPath = path.split('?', 1)[0];
    const fastifyPort = await fastify.ask<number>('open', { path: plainPath, body });
    await query.ask('open', fixture.databaseUrl);
    const through = (port: number) => (seconds: number) =>
      load.ask<Measured>('run', { url: `http://127.0.0.1:${port}${path}`, headers } satisfies Target, seconds);
    const sides = [
      { key: 'api', child: api, run: through(apiPort) },
      { key: 'fastify', child: fastify, run: through(fastifyPort) },
      {
        key: 'query',
        child: query,
        run: (seconds: number) => query.ask<Measured>('run', statements, { seconds, connections: CONNECTIONS }),
      },
    ] as const;
    for (const { run } of sides) await run(1);
    const alone = await load.ask<Measured>(
      'run',
      { url: `http://127.0.0.1:${apiPort}${path}`, headers, clients: 1 },
      options.seconds,
    );
    options.say(`${name}, one client: p50 ${alone.p50.toFixed(1)} ms, p99 ${alone.p99.toFixed(1)} ms`);
    const commits = commitSteadily(fixture);
    const amidCommits = await load.ask<Measured>('run', { url: `http://127.0.0.1:${apiPort}${path}`, headers }, options.seconds);
    await commits.stop();
    options.say(`${name}, amid commits: ${amidCommits.perSecond.toFixed(0)}/s, p99 ${amidCommits.p99.toFixed(1)} ms`);
    const rounds = { api: [] as Side[], fastify: [] as Side[], query: [] as Side[] };
    for (let round = 1; round <= options.rounds; round++) {
      for (const { key, child, run } of sides) {
        const side = await measure(child, () => run(options.seconds));
        rounds[key].push(side);
        options.say(
          `${name}, round ${round}, ${key}: ${side.perSecond.toFixed(0)}/s, ${side.cpuUs.toFixed(0)} us CPU, p99 ${side.p99.toFixed(1)} ms`,
        );
      }
    }
    return {
      name,
      path: path.replace(/\d{3,}/, '{id}'),
      bytes: Buffer.byteLength(body),
      statements: statements.length,
      api: middle(rounds.api),
      fastify: middle(rounds.fastify),
      query: middle(rounds.query),
      alone,
      amidCommits,
    };
  } finally {
    await Promise.all([api, fastify, query, load].map((child) => child.stop()));
  }
}

async function statementsOf(fixture: Fixture, path: string, headers: Record<string, string>): Promise<Statement[]> {
  const child = startChild('api');
  try {
    return await child.ask<Statement[]>('statementsOf', fixture.databaseUrl, path, headers);
  } finally {
    await child.stop();
  }
}

async function bodyOf(url: string, headers: Record<string, string>): Promise<string> {
  const reply = await fetch(url, { headers });
  if (reply.status !== 200) throw new Error(`${url} answers ${reply.status}: ${await reply.text()}`);
  return reply.text();
}

async function measure(child: Child, run: () => Promise<Measured>): Promise<Side> {
  const before = await child.cpuMs();
  const { perSecond, p50, p99, count } = await run();
  return { perSecond, p50, p99, cpuUs: (((await child.cpuMs()) - before) / count) * 1000 };
}

function middle(sides: Side[]): Side {
  const of = (key: keyof Side): number => median(sides.map((side) => side[key]));
  return { perSecond: of('perSecond'), p50: of('p50'), p99: of('p99'), cpuUs: of('cpuUs') };
}

/** Transactions that change nothing that is read: to the database's name (db/snapshot.ts) each counts. */
function commitSteadily({ db }: Fixture): { stop(): Promise<void> } {
  const ended = new AbortController();
  const committing = (async () => {
    for await (const _ of setInterval(1000 / COMMITS_PER_SECOND, undefined, { signal: ended.signal })) {
      await sql`select pg_current_xact_id()`.execute(db);
    }
  })().catch((error: unknown) => {
    if (!ended.signal.aborted) throw error;
  });
  return {
    async stop() {
      ended.abort();
      await committing;
    },
  };
}
