import { existsSync } from 'node:fs';
import { copyFile, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openDatabase } from '@innkeeper/db/connect';
import { API_ROLE, asRole, WORKER_ROLE } from '@innkeeper/db/roles';
import { readSecretKeyDigest } from '@innkeeper/db/tables/installation';
import { beginRecovering, endRecovering } from '@innkeeper/db/tables/recovering';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { digestKey } from '@innkeeper/model/installation/sealing';
import { upgradeMark } from '@innkeeper/model/upgrade/phases';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bindSecretKey, type KeyPlace, requireSecretKey } from './bind-secret-key.ts';
import { homeAt, makeHome } from './home.ts';
import { readSecretKey } from './secret-key.ts';

let lab: TestDatabase;
let directory: string;
beforeEach(async () => {
  lab = await openTestDatabase();
  directory = await mkdtemp(path.join(tmpdir(), 'innkeeper-digest-'));
});
afterEach(async () => {
  await lab.close();
  await rm(directory, { recursive: true });
});

const placeAt = async (name: string, configuredKey: string | null = null): Promise<KeyPlace> => ({
  home: await makeHome(path.join(directory, name)),
  configuredKey,
});
const bind = (place: KeyPlace, replaces = false) => bindSecretKey(lab.db, { ...place, replaces });
const REFUSED = /secret\.key is not the key that seals .* Copy secret\.key .*up --replace-secret-key/;

test('an old home without a digest keeps its key, and stores the digest', async () => {
  const old = await placeAt('old');
  const key = await requireSecretKey(lab.db, old);
  expect(await bind(old)).toBe(false);
  expect(await readSecretKeyDigest(lab.db)).toBe(digestKey(key));
  expect(await bind(old)).toBe(false);
  expect(await requireSecretKey(lab.db, old)).toEqual(key);
});

test('API and worker read the digest with their own roles', async () => {
  const first = await placeAt('first');
  await bind(first);
  for (const role of [API_ROLE, WORKER_ROLE]) {
    const open = openDatabase({ url: asRole(lab.url, role) });
    expect(await requireSecretKey(open.db, first)).toHaveLength(32);
    await expect(requireSecretKey(open.db, await placeAt(role))).rejects.toThrow('is missing');
    await open.close();
  }
});

test('another key is refused, in a file and in the configuration, and a missing key is not made', async () => {
  await bind(await placeAt('first'));
  const other = await placeAt('other');
  await readSecretKey(other.home, null);
  await expect(requireSecretKey(lab.db, other)).rejects.toThrow(REFUSED);
  await expect(bind(other)).rejects.toThrow(REFUSED);
  const configured = await placeAt('configured', Buffer.alloc(32, 1).toString('base64'));
  await expect(bind(configured)).rejects.toThrow('The key secret.key of the configuration is not');
  const empty = await placeAt('empty');
  await expect(bind(empty)).rejects.toThrow(`${empty.home.secretKeyFile} is missing`);
  expect(existsSync(empty.home.secretKeyFile)).toBe(false);
});

test('a lost key is replaced on request: by the key of the home, or a new one', async () => {
  const [first, next] = [await placeAt('first'), await placeAt('next')];
  await bind(first);
  expect(await bind(next, true)).toBe(true);
  expect(await bind(next, true)).toBe(false);
  await requireSecretKey(lab.db, next);
  await expect(requireSecretKey(lab.db, first)).rejects.toThrow(REFUSED);
});

test('of two first starts at once, in two homes, one is refused', async () => {
  const places = [await placeAt('one'), await placeAt('two')];
  const ends = await Promise.allSettled(places.map((place) => bind(place)));
  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const winner = places[ends.findIndex(({ status }) => status === 'fulfilled')];
  expect(await requireSecretKey(lab.db, winner ?? (places[0] as KeyPlace))).toHaveLength(32);
});

test('of two first starts at once in one home, none is refused', async () => {
  const place = await placeAt('one');
  await Promise.all([bind(place), bind(place)]);
  const text = await readFile(homeAt(place.home.path).secretKeyFile, 'utf8');
  expect(await readSecretKeyDigest(lab.db)).toBe(digestKey(Buffer.from(text, 'base64')));
});

test('a restored database without a digest gets it after the recovery, and an upgraded one at once', async () => {
  const place = await placeAt('restored');
  const begin = (backup: string) => beginRecovering(lab.db, { backup, takenAt: new Date(), now: new Date() });
  await begin('house-20260101T000000Z.tar.zst.age');
  expect(await bind(place)).toBe(false);
  expect(await readSecretKeyDigest(lab.db)).toBeNull();
  await endRecovering(lab.db);
  await begin(upgradeMark('1.0.0'));
  await bind(place);
  expect(await readSecretKeyDigest(lab.db)).not.toBeNull();
});

test('a restored database with a digest is refused in a home without its key, and starts with it', async () => {
  const first = await placeAt('first');
  await bind(first);
  await beginRecovering(lab.db, { backup: 'house.age', takenAt: new Date(), now: new Date() });
  const other = await placeAt('other');
  await expect(bind(other)).rejects.toThrow('is missing');
  await copyFile(first.home.secretKeyFile, other.home.secretKeyFile);
  expect(await bind(other)).toBe(false);
  expect(await requireSecretKey(lab.db, other)).toEqual(await requireSecretKey(lab.db, first));
});
