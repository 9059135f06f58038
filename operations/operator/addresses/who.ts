import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { heldAt, holdersOf } from '@innkeeper/db/tables/ip-assignments';
import type { OperatorCx } from '../context.ts';

/** Who has an address, or had it then: of a prefix of IPv6, who has all of it. */
export async function whoAddress(cx: OperatorCx, input: OperatorInput<'whoAddress'>): Promise<OperatorResult<'whoAddress'>> {
  const at = input.at === undefined ? cx.clock.now() : new Date(input.at);
  const [first] = await holdersOf(cx.db, input.address).where(heldAt(at)).limit(1).execute();
  const others = await holdersOf(cx.db, input.address)
    .where('i.id', '!=', first?.id ?? 0n)
    .limit(OTHERS)
    .execute();
  return { address: input.address, at, holder: first ? shown(first) : null, others: others.map(shown) };
}

const OTHERS = 10;

function shown<Row extends { id: unknown }>({ id: _ours, ...row }: Row): Omit<Row, 'id'> {
  return row;
}
