/** Sums of the money that an account has got from a gateway, read from the ledger. */
import type { Cents } from '@innkeeper/model/money/money';
import { type Kysely, sql } from 'kysely';
import type { Database, Gateway } from '../schema.ts';

/** Returns the deposits of an account by a gateway less its withdrawals, in cents. */
export async function sumOfGateway(db: Kysely<Database>, accountId: number, gateway: Gateway): Promise<Cents> {
  const { sum } = await db
    .selectFrom('ledger_entries as e')
    .innerJoin('ledger_postings as p', 'p.entry_id', 'e.id')
    .innerJoin('ledger_accounts as a', 'a.id', 'p.ledger_account_id')
    .select(sql<Cents>`coalesce(-sum(p.amount), 0)::bigint`.as('sum'))
    .where('e.account_id', '=', accountId)
    .where('a.code', '=', `gateway:${gateway}`)
    .executeTakeFirstOrThrow();
  return sum;
}
