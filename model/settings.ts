/** What the operator decides; the defaults suit a small host. */
import { days, minutes } from './clock.ts';

export interface Settings {
  /** ISO 4217. */
  readonly currency: string;
  /** How long an unpaid order keeps what it reserved. */
  readonly orderDueMs: number;
  /** Given to guests and shown in a server's status. */
  readonly dnsResolvers: readonly string[];
  /** How long a guest may take to shut down before its plug is pulled; 1.2 to 2.4 s were measured on an idle host. */
  readonly shutdownGraceMs: number;
  /** Requests a minute and account, over all operations. */
  readonly requestsPerMinute: number;
}

export const defaultSettings: Settings = {
  currency: 'EUR',
  orderDueMs: days(3),
  dnsResolvers: ['9.9.9.9', '1.1.1.1'],
  shutdownGraceMs: minutes(1.5),
  requestsPerMinute: 200,
};
