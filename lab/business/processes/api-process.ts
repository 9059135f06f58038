/** The API of a business simulation as a separate process that is killed during a request. */
import { openDatabase } from '@innkeeper/db/connect';
import type { InjectOptions } from 'fastify';
import { labSettings } from '../../settings.ts';
import { openHistoryApi } from '../api.ts';
import { openClockFile } from './clock-file.ts';

export interface ApiOptions {
  /** URL of the database for the superuser. */
  url: string;
  clockFile: string;
}

/** Request that is answered as by `Lab.send`. The requests of an array are sent concurrently, and all replies form one answer. */
export type ApiRequest = InjectOptions | InjectOptions[] | 'jobs';

export async function openApi({ url, clockFile }: ApiOptions) {
  const clock = openClockFile(clockFile);
  const { lab, runJobs } = await openHistoryApi(clock, labSettings, { ...openDatabase({ url, clock }), url });
  return async (ask: ApiRequest) => {
    if (ask === 'jobs') return runJobs();
    return Array.isArray(ask) ? Promise.all(ask.map((one) => lab.send(one))) : lab.send(ask);
  };
}
