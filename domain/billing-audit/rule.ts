/** Rules of the billing audit as queries. Each rule is one statement, so that it reads one snapshot while others write. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Cx } from '../context.ts';

/** Returns the findings as sentences with ids. Empty if the rule holds. */
export type Rule = (db: Cx['db']) => Promise<string[]>;

/** Maximum number of findings per rule. A rule with more findings usually has a single cause. */
export const MAX_FINDINGS = 200;

/** A tagged template like `sql`. Each row is a finding, with its sentence in the column `finding`. */
export const rule =
  (strings: TemplateStringsArray, ...values: unknown[]): Rule =>
  (db) =>
    run(db, sql<{ finding: string }>(strings, ...values));

async function run(db: Kysely<never> | Cx['db'], query: RawBuilder<{ finding: string }>): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`select finding from (${query}) as found limit ${MAX_FINDINGS}`.execute(db);
  return rows.map(({ finding }) => finding);
}
