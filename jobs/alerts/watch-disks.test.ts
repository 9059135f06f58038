import { openAlerts } from '@innkeeper/db/tables/alerts';
import { openTestDatabase, type TestDatabase } from '@innkeeper/lab/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { watchDisks } from './watch-disks.ts';

const GIB = 1024 ** 3;
let lab: TestDatabase;
beforeAll(async () => {
  lab = await openTestDatabase();
});
afterAll(() => lab.close());

const disks = ['home', 'machines', 'copies'].map((place) => ({ place, directory: `/${place}` }));
const clock = { now: () => new Date() };
/** Home and machines are on one disk, and copies are on another. */
async function watch(freeGib: number, freeForCopies: number): Promise<string[]> {
  const measure = async (directory: string) => {
    const [device, free] = directory === '/copies' ? [2, freeForCopies] : [1, freeGib];
    return { device, freeBytes: free * GIB, totalBytes: 40 * GIB };
  };
  await watchDisks({ db: lab.db, clock, node: { id: 1, name: 'local' }, disks }, measure);
  return (await openAlerts(lab.db)).map(({ kind, key }) => `${kind} ${key}`);
}

test('each disk with low space has one alert, which closes at a higher threshold than it opens', async () => {
  expect(await watch(20, 20)).toEqual([]);
  expect(await watch(3, 20)).toEqual(['disk_low local:home']);
  expect((await openAlerts(lab.db))[0]?.message).toContain('node local with home, machines has 3.0 GB of 40.0 GB left');
  expect(await watch(3, 1)).toEqual(['disk_low local:home', 'disk_low local:copies']);
  expect(await watch(5, 7)).toEqual(['disk_low local:home']);
  expect(await watch(7, 7)).toEqual([]);
});

test('measures the disks of this host, and skips a directory that does not exist', async () => {
  const real = [
    { place: 'home', directory: import.meta.dirname },
    { place: 'copies', directory: `${import.meta.dirname}/nowhere` },
  ];
  const places: string[] = [];
  await watchDisks({ db: lab.db, clock, disks: real }, async (directory) => {
    const { measureDisk } = await import('./watch-disks.ts');
    const space = await measureDisk(directory);
    if (space && space.totalBytes > space.freeBytes && space.freeBytes > 0) places.push(directory);
    return space;
  });
  expect(places).toEqual([import.meta.dirname]);
});

test('leaves alerts of another node unchanged', async () => {
  await watch(3, 20);
  await watchDisks({ db: lab.db, clock, node: { id: 2, name: 'other' }, disks }, async () => null);
  expect((await openAlerts(lab.db)).map(({ key }) => key)).toEqual(['local:home']);
});
