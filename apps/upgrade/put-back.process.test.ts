/** A return that was interrupted before its renames, and what happened in the home since. The files stand for those of PostgreSQL. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { upgradeMark } from '@innkeeper/model/upgrade/phases';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { restoreBackup } from '../backup/restore.ts';
import { type Home, homeAt } from '../installation/home.ts';
import { copyDirectory, isComplete } from './copies.ts';
import { digestControl } from './copy.ts';
import { putBack } from './put-back.ts';
import { readUpgrade, type UpgradeRecord, writeUpgrade } from './record.ts';

const COPY = '0.1.0-20261128T172000Z';
const RECORD: Omit<UpgradeRecord, 'control'> = {
  ...{ phase: 'returning', copy: COPY, from: '0.1.0', to: '0.2.0', system: '7', migrations: ['start'] },
  reason: 'division by zero.',
};

let home: Home;
let record: UpgradeRecord;
beforeEach(async () => {
  home = homeAt(mkdtempSync(path.join(os.tmpdir(), 'innkeeper-return-')));
  const copy = copyDirectory(home, COPY);
  writeDatabase(home.database, 'failed');
  writeDatabase(path.join(copy, 'db'), 'before');
  for (const file of [home.state, path.join(copy, 'state.json'), path.join(copy, 'manifest.json')]) writeFileSync(file, '{}');
  record = { ...RECORD, control: await digestControl(home.database) };
  await writeUpgrade(home, record);
});
afterEach(() => rmSync(home.path, { recursive: true }));

function writeDatabase(database: string, content: string): void {
  mkdirSync(path.join(database, 'global'), { recursive: true });
  writeFileSync(controlOf(database), content);
}

const controlOf = (database: string): string => path.join(database, 'global', 'pg_control');
const contentOf = (database: string): string => readFileSync(controlOf(database), 'utf8');

test('is completed, also if a power failure kept the list of renames and lost the files that it names', async () => {
  mkdirSync(home.restoreDirectory);
  const moves = { backup: upgradeMark('0.2.0'), replaced: `before/replaced-${COPY}`, arrive: ['db', 'state.json'], leave: [] };
  writeFileSync(home.movesFile, JSON.stringify(moves));
  expect(await putBack(home, record)).toBe(true);
  expect(contentOf(home.database)).toBe('before');
  expect(readUpgrade(home)).toBeNull();
  for (const left of [home.restoreDirectory, copyDirectory(home, COPY)]) expect(existsSync(left)).toBe(false);
});

test('is not taken for a restore that was interrupted', async () => {
  mkdirSync(home.restoreDirectory);
  writeFileSync(home.movesFile, JSON.stringify({ backup: upgradeMark('0.2.0'), replaced: 'before/x', arrive: [], leave: [] }));
  const restored = restoreBackup({
    ...{ home, path: 'house-20261124T031500Z.tar.zst.age', identities: [], databaseUrl: null, replace: true },
    ...{
      authenticity: { keys: [], acceptsUnsigned: false, acceptsOtherKey: false, since: null },
      now: new Date(),
      report: () => {},
    },
    acceptsTime: () => Promise.resolve(false),
  });
  await expect(restored).rejects.toThrow('Run ./innkeeper up to complete that');
  expect(existsSync(home.movesFile)).toBe(true);
});

test('never replaces a database that another release has used since, and keeps the copy', async () => {
  writeDatabase(home.database, 'a month of orders');
  expect(await putBack(home, record)).toBe(false);
  expect(contentOf(home.database)).toBe('a month of orders');
  expect(isComplete(home, COPY)).toBe(true);
  expect(contentOf(path.join(copyDirectory(home, COPY), 'db'))).toBe('before');
  expect(readUpgrade(home)).toMatchObject({ phase: 'starting', control: null });
});

test('takes the copy out of the staged files if the database was used since', async () => {
  const staged = path.join(home.restoreDirectory, 'parts', 'db');
  writeDatabase(staged, 'before');
  rmSync(path.join(copyDirectory(home, COPY), 'db'), { recursive: true });
  writeDatabase(home.database, 'a month of orders');
  expect(await putBack(home, record)).toBe(false);
  expect(contentOf(path.join(copyDirectory(home, COPY), 'db'))).toBe('before');
  expect(existsSync(staged)).toBe(false);
});

describe('if its record is damaged', () => {
  const phaseFile = (): string => path.join(home.before, 'phase.json');
  const adviceNow = (): string => {
    writeFileSync(phaseFile(), '{');
    try {
      readUpgrade(home);
    } catch (error) {
      return String(error);
    }
    return expect.fail('the record was read');
  };
  const staged = (name: string): string => path.join(home.restoreDirectory, 'parts', name);
  const stage = (name: string): void => {
    mkdirSync(path.dirname(staged(name)), { recursive: true });
    renameSync(path.join(copyDirectory(home, COPY), name), staged(name));
  };

  test('and no file was moved, its deletion leaves the copy where it is', () => {
    expect(adviceNow()).toContain(
      `Delete it, and start the release that should run. A copy from before the upgrade stays in ${home.before}.`,
    );
    // The copy of an external database is a backup file.
    const external = copyDirectory(home, '0.1.0-20261127T172000Z');
    mkdirSync(external);
    for (const name of ['manifest.json', 'key.txt']) writeFileSync(path.join(external, name), '{}');
    expect(adviceNow()).toContain('Delete it');
  });

  test('and the database was moved, the advice names where it is, and which files are left over', () => {
    stage('db');
    const copy = copyDirectory(home, COPY);
    expect(adviceNow()).toContain(
      `Put what they replace aside, and move ${staged('db')} to ${home.path}. Then delete ${home.restoreDirectory} and ${copy} and ${phaseFile()}, and start the release before.`,
    );
    stage('state.json');
    expect(adviceNow()).toContain(`move ${staged('db')} and ${staged('state.json')} to ${home.path}. Then`);
  });

  test('and everything is back, only leftovers are to be deleted', () => {
    const copy = copyDirectory(home, COPY);
    for (const name of ['db', 'state.json']) rmSync(path.join(copy, name), { recursive: true });
    expect(adviceNow()).toContain(`put back. Then delete ${copy} and ${phaseFile()}, and start the release before.`);
  });
});
