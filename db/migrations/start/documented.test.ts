import { expect, test } from 'vitest';
import { documented } from './documented.ts';

const SCRIPT = `
  -- Who waits.
  create table guests (
    -- Told once,
    -- and it's kept.
    name text not null,
    age integer,
    -- Why this rule is there.
    constraint guests_named check (name <> '')
    -- Room for more.
  ) with (fillfactor = 50);
  -- For the list.
  create index guests_name on guests (name);
  -- No column.
  insert into guests (name) values ('A');`;

test('what stands above a table or a column is kept by the database, all else is not', () => {
  expect(documented(SCRIPT)).toBe(`${SCRIPT}
comment on table guests is 'Who waits.';
comment on column guests.name is 'Told once, and it''s kept.';`);
});
