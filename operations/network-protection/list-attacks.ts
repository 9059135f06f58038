import { type Attack, pageOfAttacks } from '@innkeeper/db/tables/attacks';
import type { Customer } from '@innkeeper/domain/actor';
import type { Cx } from '@innkeeper/domain/context';
import { days } from '@innkeeper/model/clock';

export interface ListAttacks {
  ipAddress: { id: number };
  page: number;
  perPage: number;
  /** Unix seconds; a week before the end unless given. */
  start?: number | null | undefined;
  /** Unix seconds; now unless given. */
  end?: number | null | undefined;
}

/** The caller's attacks on the address that went on within the period, the newest first. */
export function listAttacks(cx: Cx<Customer>, input: ListAttacks): Promise<{ rows: Attack[]; total: number }> {
  const to = input.end == null ? cx.clock.now() : new Date(input.end * 1000);
  const from = input.start == null ? new Date(to.getTime() - days(7)) : new Date(input.start * 1000);
  const { page, perPage } = input;
  return pageOfAttacks(cx.db, { addressId: input.ipAddress.id, accountId: cx.actor.accountId, from, to, page, perPage });
}
