/** What every rule gets: who asks, when, and the database. A mutation's `db` is the transaction that its request commits. */
import type { Database } from '@innkeeper/db/schema';
import type { LoadedServer } from '@innkeeper/db/tables/servers';
import type { Clock } from '@innkeeper/model/clock';
import type { BasisPoints } from '@innkeeper/model/money';
import type { Settings } from '@innkeeper/model/settings';
import type { Kysely, Transaction } from 'kysely';

export interface Caller {
  readonly accountId: number;
  readonly tokenId: number;
  /** VAT of the account's country. */
  readonly taxRate: BasisPoints;
}

/** Reads that requests of the same moment share: many ids, one statement, never an old answer. */
export interface Loaders {
  server(id: number): Promise<LoadedServer | undefined>;
}

export interface Cx {
  readonly load: Loaders;
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly caller: Caller;
  readonly requestId: string;
  readonly settings: Settings;
}

export interface MutatingCx extends Cx {
  readonly db: Transaction<Database>;
}
