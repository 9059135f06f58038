import { expect, test } from 'vitest';
import { backupName, backupTime, recordName } from './names.ts';

test("a name contains its backup's time to the second", () => {
  const name = backupName(new Date('2026-11-24T03:15:00.750Z'));
  expect(name).toBe('house-20261124T031500Z.tar.zst.age');
  expect(backupTime(name)).toEqual(new Date('2026-11-24T03:15:00Z'));
  expect(recordName(name)).toBe('house-20261124T031500Z.tar.zst.age.json');
});

test.each(['house-20261124T031500Z.tar.zst.age.json', 'house-20261399T031500Z.tar.zst.age', 'copy-12', '../house'])(
  'does not parse %s as a backup',
  (name) => expect(backupTime(name)).toBeNull(),
);
