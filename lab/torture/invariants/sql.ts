import { type RawBuilder, sql } from 'kysely';
import type { Invariant } from '../invariants.ts';

export interface Finding {
  finding: string;
}

/** An invariant as a query whose rows, with a sentence in `finding`, are its violations. */
export const violations =
  (query: RawBuilder<Finding>): Invariant =>
  async ({ db }) =>
    (await query.execute(db)).rows.map((row) => row.finding);

/** `sql` for such a query. */
export const findings = (strings: TemplateStringsArray, ...values: unknown[]): Invariant =>
  violations(sql<Finding>(strings, ...values));
