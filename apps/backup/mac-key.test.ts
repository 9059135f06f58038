import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { checkManifest, refuseForged, signManifest } from '@innkeeper/model/backup/authenticity';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { homeAt } from '../installation/home.ts';
import { authenticityByFile, newMacKey, storeShownMacKey } from './mac-key.ts';

const NOW = new Date('2026-11-24T03:15:00Z');

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'innkeeper-mac-key-'));
  await mkdir(path.join(directory, 'backup'));
});
afterEach(() => rm(directory, { recursive: true }));

test('the key of a new home does not contradict a backup of the lost host that a person trusts without a key', async () => {
  const home = homeAt(directory);
  const [lost, own] = [newMacKey(NOW), newMacKey(NOW)];
  await storeShownMacKey(home, own, NOW);
  const backup = signManifest('{"release":"1.2.0"}', lost.key);
  const refusalOf = async (macKeys: readonly string[], unsigned: boolean) => {
    const rules = await authenticityByFile(home, macKeys, unsigned);
    return refuseForged(checkManifest(backup, rules.keys), NOW, rules);
  };
  expect(await refusalOf([], true)).toBeNull();
  expect(await refusalOf([], false)).toContain('another key');
  expect(await refusalOf([own.key], true)).toContain('another key');
  expect(await refusalOf([lost.key], false)).toBeNull();
});
