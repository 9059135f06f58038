import { mkdirSync, mkdtempSync, readdirSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { homeAt, writeState } from './home.ts';
import { checkOtherHome, findOtherHome, recordHome, registryOfUser } from './other-homes.ts';

let directory: string;
let registry: { own: string; all: string[] };
beforeEach(() => {
  directory = realpathSync(mkdtempSync(path.join(tmpdir(), 'innkeeper-homes-')));
  const own = path.join(directory, 'registry');
  registry = { own, all: [path.join(directory, 'missing'), own] };
});
afterEach(() => rmSync(directory, { recursive: true }));

async function givenHome(name: string, since: string, engine: 'qemu' | 'simulated' = 'qemu') {
  const home = homeAt(path.join(directory, name));
  mkdirSync(home.path);
  await writeState(home, { engine, externalDatabase: false });
  await recordHome(home, new Date(since), registry);
  return home;
}

it('a single home is told of none, however often it starts', async () => {
  const home = await givenHome('first', '2027-01-01T00:00:00Z');
  await recordHome(home, new Date('2027-01-02T00:00:00Z'), registry);
  expect(await findOtherHome(home, registry)).toBeNull();
  expect(await checkOtherHome(home, registry)).toEqual([]);
});

it('a further home is told of the first, and the first of the second', async () => {
  const first = await givenHome('first', '2027-01-01T00:00:00Z');
  const second = await givenHome('second', '2027-01-02T00:00:00Z');
  const third = await givenHome('third', '2027-01-03T00:00:00Z');
  // A later start is no earlier home.
  await recordHome(first, new Date('2027-01-09T00:00:00Z'), registry);
  expect(await findOtherHome(third, registry)).toBe(first.path);
  expect(await findOtherHome(first, registry)).toBe(second.path);
  expect(await checkOtherHome(second, registry)).toMatchObject([
    { name: 'other home', ok: 'warn', why: `${first.path} also has real guests on this host: both homes sell the whole machine` },
  ]);
});

it('a home without real guests is told of none', async () => {
  await givenHome('first', '2027-01-01T00:00:00Z');
  const trial = homeAt(path.join(directory, 'trial'));
  mkdirSync(trial.path);
  await writeState(trial, { engine: 'simulated', externalDatabase: false });
  expect(await checkOtherHome(trial, registry)).toEqual([]);
});

it('a removed home and a damaged record are no other home', async () => {
  const gone = await givenHome('gone', '2027-01-01T00:00:00Z');
  const second = await givenHome('second', '2027-01-02T00:00:00Z');
  rmSync(gone.path, { recursive: true });
  writeFileSync(path.join(registry.own, 'damaged.json'), '{"home": 7');
  expect(await findOtherHome(second, registry)).toBeNull();
  // The record of the removed home is deleted.
  expect(readdirSync(registry.own)).toHaveLength(2);
});

it('other users than root read the records of root, and write their own', () => {
  expect(registryOfUser(0, '/run/user/0')).toEqual({ own: '/run/innkeeper/homes', all: ['/run/innkeeper/homes'] });
  const own = '/run/user/7/innkeeper/homes';
  expect(registryOfUser(7, '/run/user/7')).toEqual({ own, all: ['/run/innkeeper/homes', own] });
  expect(registryOfUser(7, undefined)).toEqual({ own: null, all: ['/run/innkeeper/homes'] });
});
