/**
 * Invariants that hold whenever no workflow runs. Nothing is held without use, no cent is missing, and the engine matches the rows. Every
 * torture test checks them at its end, and load tests may.
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
  /** Nodes by id, if each has its own engine. */
  nodes?: ReadonlyMap<number, { engine: Engine }>;
}

/** Returns one sentence for each violation. The list is empty if the invariant holds. */
export type Invariant = (place: Place) => Promise<string[]>;

const INVARIANTS: readonly Invariant[] = [
  ({ db }) => verifyLedger(db),
  ...MONEY_INVARIANTS,
  ...SERVICE_INVARIANTS,
  ...WORKFLOW_INVARIANTS,
  ...ENGINE_INVARIANTS,
];

/** Returns the violations of all invariants. */
export async function findViolations(place: Place): Promise<string[]> {
  const found: string[] = [];
  for (const invariant of INVARIANTS) found.push(...(await invariant(place)));
  return found;
}

/** Checks the books, and all invariants for all accounts, at the end of a torture file. Throws with the violations. */
export async function assertAllClean(place: Place): Promise<void> {
  await expectBooksClean(place.db);
  await assertInvariants(place);
}

/** Throws with the violations of all invariants, if there are any. */
export async function assertInvariants(place: Place): Promise<void> {
  const violations = await findViolations(place);
  if (violations.length > 0) throw new Error(`Invariants are violated:\n${violations.join('\n')}`);
}
