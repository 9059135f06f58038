import type { OperatorInput, OperatorResult } from '@innkeeper/contract/operator/all';
import { sumsOfAccounts } from '@innkeeper/db/ledger/journal';
import { verifyLedger as findMismatches } from '@innkeeper/db/ledger/verify';
import { formatDecimal } from '@innkeeper/model/money';
import { sql } from 'kysely';
import type { OperatorCx } from '../context.ts';

/** Checks every posting, without a statement timeout. */
export async function verifyLedger(
  { db }: OperatorCx,
  _: OperatorInput<'verifyLedger'>,
): Promise<OperatorResult<'verifyLedger'>> {
  await sql`set local statement_timeout = 0`.execute(db);
  const findings = await findMismatches(db);
  const accounts = await sumsOfAccounts(db);
  return { findings, accounts: accounts.map(({ code, balance }) => ({ account: code, balance: formatDecimal(balance) })) };
}
