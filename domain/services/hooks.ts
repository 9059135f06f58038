import type { Database, Service } from '@innkeeper/db/schema';
import type { Kysely } from 'kysely';
import type { Customer } from '../actor.ts';
import type { MutatingCx } from '../context.ts';

/** Appearance of a service on an order. */
export interface Offer {
  label: string;
  sublabel: string;
  /** Minimum number of months that can be bought. */
  minimumMonths: number;
}

/** A reserved service, as `begin` and others need it. */
export interface ReservedService {
  id: number;
  account_id: number;
}

/** The order line that pays for a service. */
export interface PaidLine {
  orderId: number;
  lineId: number;
}

/**
 * The behaviour that differs between types of services. The caller changes status, term and money, which work alike for all types. A hook
 * does what follows for the resource itself.
 *
 * `Request` describes a new service, `Change` a change. A hook is `null` if the type does not support it.
 */
export interface ServiceHooks<Request, Change> {
  /** Returns the offers of the existing services among `ids`, with one statement. */
  offers(db: Kysely<Database>, ids: readonly number[]): Promise<Map<number, Offer>>;
  /** Inserts new services under ids drawn for them. They wait for payment unless they are paid in this transaction. */
  reserve: ((cx: MutatingCx<Customer>, request: Request) => Promise<void>) | null;
  /** Releases a reserved service whose order was not paid. */
  release: ((cx: MutatingCx, id: number, why: Release) => Promise<unknown>) | null;
  /** Continues a service that waited for the payment of its first order. */
  fulfil: ((cx: MutatingCx, id: number, line: PaidLine) => Promise<void>) | null;
  /** Starts to build a service that is paid in this transaction. */
  begin: ((cx: MutatingCx, service: ReservedService, line: PaidLine) => Promise<void>) | null;
  scale: ((cx: MutatingCx, id: number, change: Change) => Promise<void>) | null;
  suspend(cx: MutatingCx, service: Service): Promise<void>;
  resume(cx: MutatingCx, service: Service): Promise<void>;
  /** Starts to remove a service. Its status changes when the removal is complete. */
  end(cx: MutatingCx, service: Service): Promise<void>;
}

export interface Release {
  /** `give_up` for a server that was never active. */
  verb: 'give_up' | 'terminate';
  /** Reason as a sentence for the customer, stored with the server. */
  reason: string;
}
