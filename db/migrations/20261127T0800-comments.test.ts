import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MIGRATIONS } from './all.gen.ts';

let lab: TestDatabase;
beforeEach(async () => {
  lab = await openTestDatabase();
});
afterEach(() => lab.close());

/** Runs the migration again. */
const migrate = async () => MIGRATIONS['20261127T0800-comments']?.up(lab.db);
const OURS = sql`classoid = 'pg_class'::regclass and objoid in (select oid from pg_class where relnamespace = 'public'::regnamespace)`;

/** Returns the comments of tables and columns, with the transaction that wrote each. */
async function comments(): Promise<{ of: string; text: string; written_by: string }[]> {
  const { rows } = await sql<{ of: string; text: string; written_by: string }>`
    select concat_ws('.', objoid::regclass::text, attname) as of, description as text, pg_description.xmin::text as written_by
    from pg_description left join pg_attribute on attrelid = objoid and attnum = objsubid and objsubid > 0
    where ${OURS} order by 1`.execute(lab.db);
  return rows;
}

const texts = async () => Object.fromEntries((await comments()).map(({ of, text }) => [of, text]));

test('a database without comments, or with outdated ones, has all of them afterwards', async () => {
  const before = await texts();
  expect(Object.keys(before).length).toBeGreaterThan(500);
  await sql`delete from pg_description where ${OURS}`.execute(lab.db);
  await sql`comment on table workflow_steps is 'Former.'; comment on column ip_pools.zones_made_at is 'Former.'`.execute(lab.db);
  await migrate();
  // Later migrations write their own comments.
  const after = await texts();
  expect(Object.keys(after).length).toBeGreaterThan(500);
  expect(before).toMatchObject(after);
});

test('leaves a new database unchanged', async () => {
  const before = await comments();
  await migrate();
  expect(await comments()).toEqual(before);
});

test('skips tables and columns that no longer exist', async () => {
  await sql`drop table canned_replies; alter table nodes drop column uplink_error cascade, drop column uplink_made_at cascade`.execute(
    lab.db,
  );
  const before = await texts();
  await sql`delete from pg_description where ${OURS}`.execute(lab.db);
  await migrate();
  expect(before).toMatchObject(await texts());
  expect(before).not.toHaveProperty('nodes.uplink_made_at');
});
