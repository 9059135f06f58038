/**
 * The context of every rule, whether a request, a job, a workflow or the command line runs it: who acts, when, by which settings,
 * and the database. In a mutation `db` is the transaction.
 */
import type { Database } from '@innkeeper/db/schema';
import type { IdsOfPage } from '@innkeeper/db/tables/list-counts/page';
import type { LoadedServer, ServersWanted, ShownServer } from '@innkeeper/db/tables/servers';
import { inTransaction } from '@innkeeper/db/transaction';
import type { Clock } from '@innkeeper/model/clock';
import type { Settings } from '@innkeeper/model/settings';
import type { Kysely, Transaction } from 'kysely';
import type { Actor, Customer } from './actor.ts';
import type { PromoTries } from './promos/tries.ts';

/** `Cx<Customer>` is for what only customers do, and has the account's id for sure. */
export interface Cx<Who extends Actor = Actor> {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly actor: Who;
  /** Of the request that is being answered; null where none is. */
  readonly requestId: string | null;
  /** Where that request comes from; absent where none is. */
  readonly clientAddress?: string;
  /** What the client of that request calls itself. */
  readonly userAgent?: string;
  /** Counts wrong promo codes of requests. Absent where nobody guesses: jobs, workflows, commands. */
  readonly promoTries?: PromoTries;
  /** Ids of the workflows of the caller's account that the request starts, in order. `start` appends them. Absent outside of requests. */
  readonly startedOperations?: number[];
}

export interface MutatingCx<Who extends Actor = Actor> extends Cx<Who> {
  readonly db: Transaction<Database>;
}

/** Reads that requests of the same moment share: many ids, one statement, never an old answer. */
export interface Loaders {
  server(id: number): Promise<LoadedServer | undefined>;
  /** A page of an account's servers, and how many there are in all. */
  idsOfServers(wanted: ServersWanted): Promise<IdsOfPage>;
  /** Servers of this account, as pages show them, in the order of the ids; absent ones are left out. Nobody may change the rows. */
  shownServers(accountId: number, ids: readonly number[]): Promise<ShownServer[]>;
}

/** A request that reads. */
export interface RequestCx extends Cx<Customer> {
  readonly load: Loaders;
}

/** A request that changes something. */
export interface MutatingRequestCx extends MutatingCx<Customer> {
  readonly load: Loaders;
}

/** Runs `act` in a transaction of its own; again when a race was lost, so it changes nothing but the database. */
export function transact<Wide extends Cx, T>(
  cx: Wide,
  act: (cx: Wide & { readonly db: Transaction<Database> }) => Promise<T>,
): Promise<T> {
  return inTransaction(cx.db, (trx) => act({ ...cx, db: trx }));
}
