import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Home, homeAt, writeState } from '@innkeeper/apps/installation/home';
import { type UpgradeRecord, writeUpgrade } from '@innkeeper/apps/upgrade/record';
import { SILENT_LOG } from '@innkeeper/engine/log';
import { type Engine, openEngine } from '@innkeeper/engine/open';
import { givenMachine } from '@innkeeper/lab/given-machine';
import { upgradeMark } from '@innkeeper/model/upgrade/phases';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { guestsCommand } from './guests.ts';

const RETURNING: UpgradeRecord = {
  ...{ phase: 'returning', copy: '0.1.0-20261128T172000Z', from: '0.1.0', to: '0.2.0', system: '7', migrations: ['start'] },
  ...{ control: null, reason: 'division by zero.' },
};

let home: Home;
let engine: Engine;
beforeEach(async () => {
  home = homeAt(mkdtempSync(path.join(tmpdir(), 'innkeeper-guests-')));
  await writeState(home, { engine: 'simulated', externalDatabase: false });
  engine = await openEngine({ kind: 'simulated', home: home.engine, projectRoot: home.path, root: false, log: SILENT_LOG });
  await engine.network.open([]);
  await engine.compute.open();
  for (const id of [1, 2]) await engine.compute.start(await givenMachine(engine, id));
  await engine.compute.close();
  // Every node has this directory, whatever its engine.
  mkdirSync(home.machines);
});
afterEach(() => rmSync(home.path, { recursive: true }));

const shutDown = () => guestsCommand().parseAsync(['shutdown', '--host', '--home', home.path], { from: 'user' });
const powers = async () => (await engine.compute.list()).map(({ machineId, power }) => `${machineId} ${power}`).sort();

const damage = async (): Promise<void> => {
  mkdirSync(home.before);
  writeFileSync(path.join(home.before, 'phase.json'), '{');
};
const halfReturn = async (): Promise<void> => {
  await writeUpgrade(home, RETURNING);
  mkdirSync(home.restoreDirectory);
  writeFileSync(home.movesFile, JSON.stringify({ backup: upgradeMark('0.2.0'), replaced: 'before/x', arrive: [], leave: [] }));
  rmSync(home.state);
};

test.each<[string, () => Promise<void>]>([
  ['as usual', () => Promise.resolve()],
  ['although the record of an upgrade is damaged', damage],
  ['although a return from an upgrade was interrupted between two renames', halfReturn],
])('shuts the guests of the host down %s', async (_, change) => {
  await change();
  await shutDown();
  expect(await powers()).toEqual(['srv-1 interrupted', 'srv-2 interrupted']);
  await shutDown();
});

test('refuses a directory without an installation, and makes no files there', async () => {
  rmSync(home.engine, { recursive: true });
  rmSync(home.state);
  await expect(shutDown()).rejects.toThrow('contains no installation');
  await expect(shutDown()).rejects.toThrow('contains no installation');
});
