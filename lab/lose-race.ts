/** Makes PostgreSQL refuse a write once, as for the victim of a deadlock. */
import type { Database } from '@innkeeper/db/schema';
import { type Kysely, sql } from 'kysely';

/**
 * Makes the first statement that writes to `table` fail with a serialization failure. Later ones succeed, because the counter of a sequence
 * is not rolled back. Returns a function that counts the statements that met the trigger.
 */
export async function loseRaceOnce(db: Kysely<Database>, table: string): Promise<() => Promise<number>> {
  const name = `lost_race_${table}`;
  await sql`create sequence ${sql.id(name)}`.execute(db);
  await sql`
    create function ${sql.id(name)}() returns trigger language plpgsql security definer as ${sql.lit(`begin
      if nextval('${name}') = 1 then raise exception 'lost on purpose' using errcode = 'serialization_failure'; end if;
      return null;
    end`)}`.execute(db);
  await sql`create trigger ${sql.id(name)} after insert or update or delete on ${sql.table(table)}
    for each statement execute function ${sql.id(name)}()`.execute(db);
  return async () => {
    const { rows } = await sql<{ n: string }>`select last_value as n from ${sql.table(name)}`.execute(db);
    return Number(rows[0]?.n);
  };
}
