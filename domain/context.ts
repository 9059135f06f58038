/**
 * The context of every rule, in requests, jobs, workflows and commands: actor, time, settings and database. In a mutation, `db` is the
 * transaction.
 */
import type { Database } from '@innkeeper/db/schema';
import type { IdsOfPage } from '@innkeeper/db/tables/account-list';
import type { LoadedServer, ServersQuery } from '@innkeeper/db/tables/servers';
import { inTransaction } from '@innkeeper/db/transaction';
import type { Settings } from '@innkeeper/model/settings/settings';
import type { Clock } from '@innkeeper/model/time/clock';
import type { Kysely, Transaction } from 'kysely';
import type { Actor, Customer } from './actor.ts';
import type { PromoTries } from './promo-tries.ts';

/** Context of a rule. `Cx<Customer>` is for rules that only customers run, and always has an account id. */
export interface Cx<Who extends Actor = Actor> {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly settings: Settings;
  readonly actor: Who;
  /** Id of the current request, or `null` outside of requests. */
  readonly requestId: string | null;
  /** Client address of the request. Not set outside of requests. */
  readonly clientAddress?: string;
  /** User agent of the request's client. */
  readonly userAgent?: string;
  /** Counts wrong promo codes per request. Not set for jobs, workflows and commands, which do not guess. */
  readonly promoTries?: PromoTries;
  /** Ids of the workflows of the caller's account that the request started, in order. `start` appends them. Not set outside of requests. */
  readonly startedOperations?: number[];
}

export interface MutatingCx<Who extends Actor = Actor> extends Cx<Who> {
  readonly db: Transaction<Database>;
}

/** Reads that concurrent requests share: many ids, one statement, no stale answers. */
export interface Loaders {
  server(id: number): Promise<LoadedServer | undefined>;
  /** Returns a page of an account's servers and their total number. */
  idsOfServers(query: ServersQuery): Promise<IdsOfPage>;
}

/** URL of a request as the client sees it, for links. */
export interface RequestUrl {
  /** URL without the query, such as `https://host/v1/servers`. */
  readonly path: string;
  /** Query parameters as given. A repeated name has an array. */
  readonly query: Readonly<Record<string, string | string[] | undefined>>;
}

/** Context of a request that reads. */
export interface RequestCx extends Cx<Customer> {
  readonly load: Loaders;
  readonly url: RequestUrl;
}

/** Context of a request that changes something. */
export interface MutatingRequestCx extends MutatingCx<Customer> {
  readonly load: Loaders;
  readonly url: RequestUrl;
}

/** Runs `act` in its own transaction, and again after a lost race. It must change only the database. */
export function transact<Wide extends Cx, T>(
  cx: Wide,
  act: (cx: Wide & { readonly db: Transaction<Database> }) => Promise<T>,
): Promise<T> {
  return inTransaction(cx.db, (trx) => act({ ...cx, db: trx }));
}
