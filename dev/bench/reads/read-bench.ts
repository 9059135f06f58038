/**
 * Opens a filled database and the processes that measure reads. The processes are the API, its clients, a writer that commits at the same
 * time, and bare queries for comparison.
 */
import { type Child, startChild } from '../child.ts';
import { type BenchDatabase, type Filling, openFilledDatabase } from '../database.ts';
import type { BenchRequest } from '../load.ts';
import { type Counter, statementCounter } from '../statements/counter.ts';
import type { Statement } from '../statements/record.ts';

export interface ReadBench<Known> extends Pick<BenchDatabase<Known>, 'db' | 'urls' | 'superuser' | 'pid' | 'log' | 'known'> {
  api: Child;
  /** URL of the API. */
  apiBase: string;
  load: Child;
  query: Child;
  committer: Child;
  /** Returns the number of statements that the API has sent so far. */
  statements: Counter;
  /** Returns the statements that the API sends to the database for each request. */
  statementsOf(asks: BenchRequest[]): Promise<Statement[][]>;
}

export type Say = (line: string) => void;

export async function withReadBench<Known, T>(
  filling: Filling<Known>,
  say: Say,
  body: (place: ReadBench<Known>) => Promise<T>,
): Promise<T> {
  const database = await openFilledDatabase(filling, say);
  const { db, urls, superuser, pid, log, known } = database;
  const children = {
    api: startChild('api'),
    load: startChild('load'),
    query: startChild('bare-query'),
    committer: startChild('committer'),
  };
  try {
    const port = await children.api.ask<number>('open', urls.api);
    await children.query.ask('open', urls.owner);
    await children.committer.ask('open', urls.owner);
    const place = {
      ...{ db, urls, superuser, pid, log, known },
      ...children,
      apiBase: `http://127.0.0.1:${port}`,
      statements: statementCounter(superuser),
      statementsOf: (asks: BenchRequest[]) => recordedStatements(urls.api, asks),
    };
    return await body(place);
  } finally {
    await Promise.all(Object.values(children).map((child) => child.stop()));
    await database.close();
  }
}

/** Records the statements of the requests in a separate API process, which is not measured. */
async function recordedStatements(databaseUrl: string, asks: BenchRequest[]): Promise<Statement[][]> {
  const child = startChild('api');
  try {
    return await child.ask<Statement[][]>('statementsOf', databaseUrl, asks);
  } finally {
    await child.stop();
  }
}
