/** DNS servers for tests. */
import type { Database } from '@innkeeper/db/schema';
import { type Dns, openDns } from '@innkeeper/engine/dns/open';
import { pushNames } from '@innkeeper/jobs/names/push';
import type { Kysely } from 'kysely';
import { givenJobCx } from './given-cx.ts';

/** Where none is chosen. */
export const NO_DNS: Dns = openDns({ apiKey: null, directory: '/nowhere' });

/** The simulated one, whose zones lie there. `fail`: called before each act with what it is about. */
export const givenDns = (directory: string, fail?: (act: string) => void): Dns =>
  openDns({ apiKey: null, directory, ...(fail && { fail }) });

/** What a worker does: tells the server that the settings name what waits for it. Returns how many names. */
export const pushTo = (dns: Dns, db: Kysely<Database>): Promise<number> => pushNames({ ...givenJobCx(db), dns });
