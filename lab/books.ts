/** Final check of every test of money: nothing differs from the ledger. */
import { verifyLedger } from '@innkeeper/db/ledger/verify';
import type { Database } from '@innkeeper/db/schema';
import { auditBooks } from '@innkeeper/domain/billing-audit/audit';
import type { Kysely } from 'kysely';
import { expect } from 'vitest';

/** Recomputes the books and the ledger. Throws with the findings. */
export async function expectBooksClean(db: Kysely<Database>): Promise<void> {
  expect([...(await auditBooks({ db })).findings, ...(await verifyLedger(db))]).toEqual([]);
}
