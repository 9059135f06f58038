import { expect, test } from 'vitest';
import { documented, storedComments } from './documented.ts';

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

test('stores comments above a table or column in the database, and no others', () => {
  expect(documented(SCRIPT)).toBe(`${SCRIPT}
comment on table guests is 'Who waits.';
comment on column guests.name is 'Told once, and it''s kept.';`);
});

test('lists the stored comments of a script with their statements, including its own', () => {
  expect(storedComments(`${SCRIPT}\n  comment on column guests.age is 'It''s the age.';`)).toEqual([
    { table: 'guests', column: 'age', text: "It's the age.", statement: "comment on column guests.age is 'It''s the age.';" },
    { table: 'guests', column: null, text: 'Who waits.', statement: "comment on table guests is 'Who waits.';" },
    {
      table: 'guests',
      column: 'name',
      text: "Told once, and it's kept.",
      statement: "comment on column guests.name is 'Told once, and it''s kept.';",
    },
  ]);
});
