import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { sumsOfAccounts } from '@innkeeper/db/ledger/journal';
import { verifyLedger as findMismatches } from '@innkeeper/db/ledger/verify';
import { decimal } from '@innkeeper/model/money';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

/** Reads every posting, however long it takes. */
export async function verifyLedger(
  { db }: OperatorCx,
  _: OperatorInput<'verifyLedger'>,
): Promise<OperatorResult<'verifyLedger'>> {
  await sql`set local statement_timeout = 0`.execute(db);
  const findings = await findMismatches(db);
  const accounts = await sumsOfAccounts(db);
  return { findings, accounts: accounts.map(({ code, balance }) => ({ account: code, balance: decimal(balance) })) };
}
