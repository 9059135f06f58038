import type { Database, Service } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';
import type { Release } from '../servers/release.ts';

/** How a service stands on an order. */
export interface Offer {
  label: string;
  sublabel: string;
  /** The least that is sold at once. */
  minimumMonths: number;
}

/** What `reserve` makes, as far as `begin` and others need it. */
export interface ReservedService {
  id: number;
  account_id: number;
}

/** The line of an order that pays for it. */
export interface PaidLine {
  orderId: number;
  lineId: number;
}

/**
 * What differs between types of service. Status, term and money are the same for all and are the caller's part; a hook does what
 * follows for the thing itself. `Wanted`: a new one; `Change`: a change of one. Null: the type does not support it.
 */
export interface ServiceHooks<Wanted, Change> {
  /** Of each of the ids that is there, by one statement. */
  offers(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, Offer>>;
  /** Makes new services under ids that were drawn for them. They wait for their payment unless it is made with them. */
  reserve: ((cx: MutatingCx<Customer>, wanted: Wanted) => Promise<void>) | null;
  /** The other side of `reserve`, for one whose order is not paid. */
  release: ((cx: MutatingCx, id: number, why: Release) => Promise<unknown>) | null;
  /** Its first order, for which it has waited, is paid. */
  fulfil: ((cx: MutatingCx, id: number, line: PaidLine) => Promise<void>) | null;
  /** It was paid as it was made, or is now: what makes it begins. */
  begin: ((cx: MutatingCx, service: ReservedService, line: PaidLine) => Promise<void>) | null;
  scale: ((cx: MutatingCx, id: number, change: Change) => Promise<void>) | null;
  suspend(cx: MutatingCx, service: Service): Promise<void>;
  resume(cx: MutatingCx, service: Service): Promise<void>;
  /** Takes away what is left of it; its status changes when that is done. */
  end(cx: MutatingCx, service: Service): Promise<void>;
}
