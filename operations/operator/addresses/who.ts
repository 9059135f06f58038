import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { ownerEmail } from '@innkeeper/db/tables/accounts';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

/** Who has an address, or had it then: of a prefix of IPv6, who has all of it. */
export async function whoAddress(cx: OperatorCx, input: OperatorInput<'whoAddress'>): Promise<OperatorResult<'whoAddress'>> {
  const at = input.at === undefined ? cx.clock.now() : new Date(input.at);
  const then = sql<boolean>`i.held_from <= ${at} and (i.held_until is null or i.held_until > ${at})`;
  const [first] = await holders(cx, input.address).where(then).limit(1).execute();
  const others = await holders(cx, input.address)
    .where('i.id', '!=', first?.id ?? 0n)
    .limit(OTHERS)
    .execute();
  return { address: input.address, at, holder: first ? shown(first) : null, others: others.map(shown) };
}

const OTHERS = 10;

/** Newest first. */
function holders({ db }: OperatorCx, address: string) {
  return db
    .selectFrom('ip_assignments as i')
    .leftJoin('server_details as d', 'd.id', 'i.server_id')
    .select(['i.id', 'i.network', 'i.held_from as from', 'i.held_until as until', 'i.account_id as account'])
    .select(['i.server_id as server', 'd.hostname', 'i.floating_ip_id as floating_ip', ownerEmail('i.account_id').as('email')])
    .where(sql<boolean>`i.network >>= ${address}::inet`)
    .orderBy('i.held_from', 'desc')
    .orderBy('i.id', 'desc');
}

function shown<Row extends { id: unknown }>({ id: _ours, ...row }: Row): Omit<Row, 'id'> {
  return row;
}
