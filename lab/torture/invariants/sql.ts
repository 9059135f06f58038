import { type RawBuilder, sql } from 'kysely';
import type { Invariant } from '../invariants.ts';

export interface Finding {
  finding: string;
}

/** An invariant from a query: each row is a violation, its sentence in the column `finding`. */
export const violations =
  (query: RawBuilder<Finding>): Invariant =>
  async ({ db }) =>
    (await query.execute(db)).rows.map((row) => row.finding);

/** A tagged template like `sql` that makes an invariant. */
export const findings = (strings: TemplateStringsArray, ...values: unknown[]): Invariant =>
  violations(sql<Finding>(strings, ...values));
