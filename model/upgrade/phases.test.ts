import { expect, test } from 'vitest';
import {
  decideUpgrade,
  isUnusedCopy,
  isUpgradeMark,
  PHASES,
  type Phase,
  returnsAfterError,
  type UpgradeFacts,
  upgradeMark,
} from './phases.ts';

const facts: UpgradeFacts = { phase: null, isSameDatabase: true, isMigrated: false, isPending: true };

test('a home without pending migrations starts as usual, and one with pending migrations is copied first', () => {
  expect(decideUpgrade({ ...facts, isPending: false })).toBe('start');
  expect(decideUpgrade(facts)).toBe('begin');
});

test.each<[Phase, ReturnType<typeof decideUpgrade>]>([
  ['copying', 'begin'],
  ['verifying', 'begin'],
  ['migrating', 'begin'],
  ['starting', 'begin'],
  ['done', 'begin'],
])('after an end in %s, an unmigrated database is copied again', (phase, step) => {
  expect(decideUpgrade({ ...facts, phase })).toBe(step);
});

test.each<[Phase, boolean, ReturnType<typeof decideUpgrade>]>([
  ['migrating', false, 'continue'],
  ['starting', false, 'continue'],
  // Another release with more migrations keeps the copy from before the first one.
  ['migrating', true, 'continue'],
  ['done', false, 'start'],
  ['done', true, 'begin'],
])('after an end in %s, a migrated database (more pending: %s) makes it %s', (phase, isPending, step) => {
  expect(decideUpgrade({ ...facts, phase, isMigrated: true, isPending })).toBe(step);
});

test('a database that was restored in the meantime is never replaced by the copy of an older one', () => {
  expect(decideUpgrade({ phase: 'starting', isSameDatabase: false, isMigrated: true, isPending: false })).toBe('start');
  expect(decideUpgrade({ phase: 'starting', isSameDatabase: false, isMigrated: true, isPending: true })).toBe('begin');
});

test('a copy is of no use if its migration was never committed, unless another database is there', () => {
  const killed: UpgradeFacts = { ...facts, phase: 'migrating' };
  expect(isUnusedCopy(killed)).toBe(true);
  expect(isUnusedCopy({ ...killed, isMigrated: true })).toBe(false);
  expect(isUnusedCopy({ ...killed, isSameDatabase: false })).toBe(false);
  expect(isUnusedCopy({ ...killed, phase: 'done' })).toBe(false);
});

test('only an error while nothing could act puts the copy back', () => {
  expect(PHASES.filter(returnsAfterError)).toEqual(['migrating', 'starting']);
});

test('marks of upgrades differ from names of backups', () => {
  expect(isUpgradeMark(upgradeMark('0.2.0'))).toBe(true);
  expect(isUpgradeMark('house-20261124T031500Z.tar.zst.age')).toBe(false);
});
