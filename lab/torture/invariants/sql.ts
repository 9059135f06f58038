import { type RawBuilder, sql } from 'kysely';
import type { Invariant } from '../invariants.ts';

export interface Finding {
  finding: string;
}

/** Makes an invariant from a query. Each row is a violation, described by its column `finding`. */
export const violations =
  (query: RawBuilder<Finding>): Invariant =>
  async ({ db }) =>
    (await query.execute(db)).rows.map((row) => row.finding);

/** Makes an invariant from a tagged template like `sql`. */
export const findings = (strings: TemplateStringsArray, ...values: unknown[]): Invariant =>
  violations(sql<Finding>(strings, ...values));
