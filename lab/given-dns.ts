/** Fixtures: DNS servers. */
import type { Database } from '@innkeeper/db/schema';
import { type Dns, openDns } from '@innkeeper/engine/dns/open';
import { pushNames } from '@innkeeper/jobs/names/push';
import type { Kysely } from 'kysely';
import { givenJobCx } from './given-cx.ts';

/** DNS for tests without a DNS server. */
export const NO_DNS: Dns = openDns({ apiKey: null, directory: '/nowhere' });

/** Opens a simulated DNS server with its zones in a directory. `fail` is called before each act with its description. */
export const givenDns = (directory: string, fail?: (act: string) => void): Dns =>
  openDns({ apiKey: null, directory, ...(fail && { fail }) });

/** Pushes all waiting names to the DNS server of the settings, as a worker does. Returns the number of names. */
export const pushTo = (dns: Dns, db: Kysely<Database>): Promise<number> => pushNames({ ...givenJobCx(db), dns });
