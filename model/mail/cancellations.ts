/** The data of mails about cancellations of services by their owners. */
import type { CancelledState, WithdrawnState } from '../services/cancellations.ts';

/** A cancelled service. `hasData`: it is a server. `keepsBackups`: it is the addon of backups, and those that exist stay. */
export type CancelledService = CancelledState & { name: string; hasData: boolean; keepsBackups: boolean };

export type WithdrawnService = WithdrawnState & { name: string };

/**
 * Services that their owner has cancelled. `terms`: end of each service by its id, also of those that the list leaves out. `orders`: open orders
 * that renew them. `isSuspended`: the account is suspended, so that only support can withdraw the cancellation.
 */
export interface ServicesCancelled {
  services: CancelledService[];
  more: number;
  terms: Record<string, number>;
  orders: number[];
  isSuspended: boolean;
  page: string | null;
}

/** Services whose cancellation was mailed and is withdrawn. `ids`: all services, also those that the list leaves out. `isSuspended`: as above. */
export interface CancellationWithdrawn {
  services: WithdrawnService[];
  more: number;
  ids: number[];
  isSuspended: boolean;
  page: string | null;
}
