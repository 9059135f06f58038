/** What the books must agree in, as queries. Each is one statement, so that it sees one moment while others go on. */
import { type Kysely, type RawBuilder, sql } from 'kysely';
import type { Cx } from '../context.ts';

/** Returns sentences with ids; none: it holds. */
export type Rule = (db: Cx['db']) => Promise<string[]>;

/** Of each rule: who finds more of one kind has one cause. */
export const MOST_FINDINGS = 200;

/** A tagged template like `sql`: each row is a finding, its sentence in the column `finding`. */
export const rule =
  (strings: TemplateStringsArray, ...values: unknown[]): Rule =>
  (db) =>
    run(db, sql<{ finding: string }>(strings, ...values));

async function run(db: Kysely<never> | Cx['db'], query: RawBuilder<{ finding: string }>): Promise<string[]> {
  const { rows } = await sql<{ finding: string }>`select finding from (${query}) as found limit ${MOST_FINDINGS}`.execute(db);
  return rows.map(({ finding }) => finding);
}
