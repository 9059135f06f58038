import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { type DoctorLab, openDoctorLab } from '@innkeeper/lab/doctor-lab';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkImages } from './images.ts';

let place: DoctorLab;
beforeAll(async () => {
  place = await openDoctorLab();
});
afterAll(() => place.close());

test('an image without its file is named while it is on sale', async () => {
  expect(await place.findings()).toEqual({});
  await rm(join(place.home, 'simulated-images'), { recursive: true });
  expect(await place.findings()).toEqual({ images: 'cannot be sold: tiny has no file (simulated-images/tiny.qcow2)' });
  // A linked node fetches the file when it needs it.
  const { db, engine, home } = place;
  expect(await checkImages({ db, engine, node: 'b', machinesDirectory: home, fetchesImages: true })).toEqual([]);
  await place.db.updateTable('images').set({ disabled_at: new Date() }).where('key', '=', 'tiny').execute();
  expect(await place.findings()).toEqual({});
});
