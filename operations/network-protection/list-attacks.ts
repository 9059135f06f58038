import { type Attack, pageOfAttacks } from '@innkeeper/db/tables/attacks';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { days } from '@innkeeper/model/clock';

export interface ListAttacks {
  ipAddress: { id: number };
  page: number;
  perPage: number;
  /** Start in Unix seconds, by default one week before the end. */
  start?: number | null | undefined;
  /** End in Unix seconds, by default now. */
  end?: number | null | undefined;
}

/** Returns a page of the caller's attacks on the address during the period, newest first, and their total count. */
export function listAttacks(cx: Cx<Customer>, input: ListAttacks): Promise<{ rows: Attack[]; total: number }> {
  const to = input.end == null ? cx.clock.now() : new Date(input.end * 1000);
  const from = input.start == null ? new Date(to.getTime() - days(7)) : new Date(input.start * 1000);
  const { page, perPage } = input;
  return pageOfAttacks(cx.db, { addressId: input.ipAddress.id, accountId: cx.actor.accountId, from, to, page, perPage });
}
