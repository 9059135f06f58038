/** The API of a history as a process of its own, to be killed amid a request. */
import { openDatabase } from '@innkeeper/db/connect';
import type { InjectOptions } from 'fastify';
import { openHistoryApi } from '../api.ts';
import { clockOf } from './clock-file.ts';

export interface ApiGiven {
  /** Of the superuser. */
  url: string;
  clockFile: string;
}

/** A request is answered as `Lab.send` does. */
export type ApiAsk = InjectOptions | 'jobs';

export async function openApi({ url, clockFile }: ApiGiven) {
  const clock = clockOf(clockFile);
  const { lab, runJobs } = await openHistoryApi(clock, { ...openDatabase({ url, clock }), url });
  return (ask: ApiAsk) => (ask === 'jobs' ? runJobs() : lab.send(ask));
}
