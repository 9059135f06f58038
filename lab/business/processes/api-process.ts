/** The API of a history as a process of its own, to be killed amid a request. */
import { openDatabase } from '@innkeeper/db/connect';
import type { InjectOptions } from 'fastify';
import { labSettings } from '../../settings.ts';
import { openHistoryApi } from '../api.ts';
import { clockOf } from './clock-file.ts';

export interface ApiGiven {
  /** URL of the database, as the superuser. */
  url: string;
  clockFile: string;
}

/** A request is answered as `Lab.send` does; several are sent at once, and answered together. */
export type ApiAsk = InjectOptions | InjectOptions[] | 'jobs';

export async function openApi({ url, clockFile }: ApiGiven) {
  const clock = clockOf(clockFile);
  const { lab, runJobs } = await openHistoryApi(clock, labSettings, { ...openDatabase({ url, clock }), url });
  return async (ask: ApiAsk) => {
    if (ask === 'jobs') return runJobs();
    return Array.isArray(ask) ? Promise.all(ask.map((one) => lab.send(one))) : lab.send(ask);
  };
}
