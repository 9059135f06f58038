import { heldAt, holdersOf } from '@innkeeper/db/tables/ip-assignments';
import type { StaffCx, StaffInput, StaffReply } from './define.staff.ts';

/**
 * Returns the holder of an address at a time, by default now, and up to `OTHERS` other holders. For an IPv6 prefix, a holder has the whole
 * prefix.
 */
export async function whoAddress(cx: StaffCx, input: StaffInput<'whoAddress'>): Promise<StaffReply<'whoAddress'>> {
  const at = input.at === undefined ? cx.clock.now() : new Date(input.at);
  const [first] = await holdersOf(cx.db, input.address).where(heldAt(at)).limit(1).execute();
  const others = await holdersOf(cx.db, input.address)
    .where('i.id', '!=', first?.id ?? 0n)
    .limit(OTHERS)
    .execute();
  return { address: input.address, at, holder: first ? withoutId(first) : null, others: others.map(withoutId) };
}

const OTHERS = 10;

function withoutId<Row extends { id: unknown }>({ id: _ours, ...row }: Row): Omit<Row, 'id'> {
  return row;
}
