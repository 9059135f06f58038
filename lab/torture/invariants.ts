/**
 * Invariants that hold whenever no workflow runs, whatever happened before: nothing is held for nothing, no cent is missing, and
 * the engine has what the rows say. Every torture test ends with them; so may load tests.
 */

import { verifyLedger } from '@innkeeper/db/ledger/verify';
import type { Database } from '@innkeeper/db/schema';
import type { Engine } from '@innkeeper/engine/open';
import type { Kysely } from 'kysely';
import { expectBooksClean } from '../books.ts';
import { ENGINE_INVARIANTS } from './invariants/engine.ts';
import { MONEY_INVARIANTS } from './invariants/money.ts';
import { SERVICE_INVARIANTS } from './invariants/services.ts';
import { WORKFLOW_INVARIANTS } from './invariants/workflows.ts';

export interface Place {
  db: Kysely<Database>;
  engine: Engine;
  /** By the node's id, where each has an engine of its own. */
  nodes?: ReadonlyMap<number, { engine: Engine }>;
  /**
   * Highest id of the accounts whose counts were verified before; raised by each call. Absent: the counts of all accounts are verified. They
   * take five statements an account, and each torture test adds an account.
   */
  verifiedCounts?: { upTo: number };
}

/** Returns a sentence for each violation; empty when the invariant holds. */
export type Invariant = (place: Place) => Promise<string[]>;

const INVARIANTS: readonly Invariant[] = [
  ({ db }) => verifyLedger(db),
  ...MONEY_INVARIANTS,
  ...SERVICE_INVARIANTS,
  ...WORKFLOW_INVARIANTS,
  ...ENGINE_INVARIANTS,
];

/** The violations of all invariants. */
export async function findViolations(place: Place): Promise<string[]> {
  const found: string[] = [];
  for (const invariant of INVARIANTS) found.push(...(await invariant(place)));
  return found;
}

/** Ends a torture file: the books, and all invariants for all accounts. Throws with what is wrong. */
export async function assertAllClean(place: Place): Promise<void> {
  await expectBooksClean(place.db);
  await assertInvariants({ ...place, verifiedCounts: { upTo: 0 } });
}

/** Throws with the violations of all invariants, if there are any. */
export async function assertInvariants(place: Place): Promise<void> {
  const violations = await findViolations(place);
  if (violations.length > 0) throw new Error(`Invariants are violated:\n${violations.join('\n')}`);
}
