/**
 * What holds whenever nothing runs, whatever happened before: nothing is held that serves nobody, no cent is missing, and
 * the engine has what the rows say. Plays of the torture kit end with it; so may load tests.
 */

import { verifyLedger } from '@innkeeper/db/ledger/verify';
import type { Database } from '@innkeeper/db/schema';
import type { Engine } from '@innkeeper/engine/open';
import type { Kysely } from 'kysely';
import { ENGINE_INVARIANTS } from './invariants/engine.ts';
import { MONEY_INVARIANTS } from './invariants/money.ts';
import { SERVICE_INVARIANTS } from './invariants/services.ts';
import { WORKFLOW_INVARIANTS } from './invariants/workflows.ts';

export interface Place {
  db: Kysely<Database>;
  engine: Engine;
}

/** Answers a sentence for each violation; none is good. */
export type Invariant = (place: Place) => Promise<string[]>;

const INVARIANTS: readonly Invariant[] = [
  ({ db }) => verifyLedger(db),
  ...MONEY_INVARIANTS,
  ...SERVICE_INVARIANTS,
  ...WORKFLOW_INVARIANTS,
  ...ENGINE_INVARIANTS,
];

/** All violations. */
export async function findViolations(place: Place): Promise<string[]> {
  const found: string[] = [];
  for (const invariant of INVARIANTS) found.push(...(await invariant(place)));
  return found;
}

/** Throws with every violation. */
export async function assertInvariants(place: Place): Promise<void> {
  const violations = await findViolations(place);
  if (violations.length > 0) throw new Error(`What must hold does not:\n${violations.join('\n')}`);
}
