/** Opens the processes that measure reads: a filled database, the API on it, clients, writers that commit meanwhile, and the yardsticks. */
import { type Child, startChild } from '../child.ts';
import { type BenchDatabase, type Filling, openFilled } from '../database.ts';
import type { Ask } from '../load.ts';
import { type Counter, statementCounter } from '../statements/counter.ts';
import type { Statement } from '../statements/record.ts';

export interface ReadPlace<Known> extends Pick<BenchDatabase<Known>, 'db' | 'urls' | 'superuser' | 'log' | 'known'> {
  api: Child;
  /** URL of the API. */
  apiBase: string;
  load: Child;
  query: Child;
  committer: Child;
  /** Of the API's statements so far. */
  statements: Counter;
  /** Returns the statements that the API sends to the database for each request. */
  statementsOf(asks: Ask[]): Promise<Statement[][]>;
}

export type Say = (line: string) => void;

export async function onReadPlace<Known, T>(
  filling: Filling<Known>,
  say: Say,
  body: (place: ReadPlace<Known>) => Promise<T>,
): Promise<T> {
  const database = await openFilled(filling, say);
  const { db, urls, superuser, log, known } = database;
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
      ...{ db, urls, superuser, log, known },
      ...children,
      apiBase: `http://127.0.0.1:${port}`,
      statements: statementCounter(superuser),
      statementsOf: (asks: Ask[]) => recordedStatements(urls.api, asks),
    };
    return await body(place);
  } finally {
    await Promise.all(Object.values(children).map((child) => child.stop()));
    await database.close();
  }
}

/** In a process that is not measured. */
async function recordedStatements(databaseUrl: string, asks: Ask[]): Promise<Statement[][]> {
  const child = startChild('api');
  try {
    return await child.ask<Statement[][]>('statementsOf', databaseUrl, asks);
  } finally {
    await child.stop();
  }
}
