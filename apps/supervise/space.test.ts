import { mkdirSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { cannotMount, mountSmallDisk, type SmallDisk } from '@innkeeper/lab/small-disk';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { describeFreeSpace, makeRoomToStart, measureSpace, resumeFreeBytes, setBallast } from '../installation/ballast.ts';
import { type Home, homeAt } from '../installation/home.ts';
import { type SpaceWatch, watchSpace } from './space.ts';

const MIB = 2 ** 20;
/** Limits of this disk: changes are refused below 8 MiB. The ballast has 4 MiB and is deleted below 1 MiB, except for its last 1/16 MiB. */
const DISK_MIB = 64;
const LAST_MIB = 1 / 16;

/** Directories of a database with a file of cached catalogs. Nobody connects to the database 5, `postgres`. */
const CACHED = ['global', 'base/16384'];
const CACHE = 'pg_internal.init';

let disk: SmallDisk;
let home: Home;
let watch: SpaceWatch | null;
let lines: string[];

describe.skipIf(cannotMount)('the space of a small disk', () => {
  beforeEach(() => {
    disk = mountSmallDisk(DISK_MIB);
    home = homeAt(disk.directory);
    for (const directory of CACHED) {
      mkdirSync(path.join(home.database, directory), { recursive: true });
      writeFileSync(path.join(home.database, directory, CACHE), '');
    }
    mkdirSync(path.join(home.database, 'base/5'));
    lines = [];
    watch = null;
  });
  afterEach(async () => {
    await watch?.stop();
    disk.close();
  });

  const start = async (): Promise<SpaceWatch> => {
    watch = await watchSpace(home, (line) => lines.push((JSON.parse(line) as { msg: string }).msg), 5);
    return watch;
  };
  const ballastMib = async () => (await measureSpace(home)).ballastBytes / MIB;

  test('the ballast grows, is deleted when PostgreSQL ends for lack of space, and grows again afterwards', async () => {
    const states: string[] = [];
    const { databaseEnded, onChange, current } = await start();
    onChange(({ state }) => states.push(state));
    await expect.poll(ballastMib).toBe(4);
    expect(statSync(`${home.database}.ballast`).mode & 0o777).toBe(0o600);
    disk.fill();
    await expect.poll(() => states).toEqual(['low']);
    expect(await ballastMib()).toBe(4);
    databaseEnded();
    await expect.poll(() => states).toEqual(['low', 'full']);
    await expect.poll(ballastMib).toBe(LAST_MIB);
    expect(disk.freeBytes()).toBe((4 - LAST_MIB) * MIB);
    disk.free();
    await expect.poll(() => current().state).toBe('ample');
    await expect.poll(ballastMib).toBe(4);
    const told = [/almost full/, /is full: the ballast is deleted, and requests/, /has space again/];
    expect(lines).toEqual(told.map((text) => expect.stringMatching(text)));
  });

  test('a database on a mount point has no ballast, so none is said to be deleted', async () => {
    const opened = await watchSpace(
      { database: disk.directory },
      (line) => lines.push((JSON.parse(line) as { msg: string }).msg),
      5,
    );
    watch = opened;
    disk.fill();
    await expect.poll(() => opened.current().state).toBe('full');
    expect(lines).toEqual([expect.stringMatching(/is full: requests/)]);
  });

  test('PostgreSQL gets the last part of the ballast to connect, or to start', async () => {
    const { current, databaseEnded } = await start();
    await expect.poll(ballastMib).toBe(4);
    disk.fill();
    databaseEnded();
    await expect.poll(ballastMib).toBe(LAST_MIB);
    for (const directory of CACHED) {
      disk.fill();
      await sleep(100);
      expect(await ballastMib()).toBe(LAST_MIB);
      rmSync(path.join(home.database, directory, CACHE));
      await expect.poll(ballastMib).toBe(0);
      expect(disk.freeBytes()).toBe(LAST_MIB * MIB);
      writeFileSync(path.join(home.database, directory, CACHE), '');
      await setBallast(home, { from: 0, to: LAST_MIB * MIB });
    }
    expect(current().state).toBe('full');
  });

  test('a start without space deletes the ballast, and one with space keeps it', async () => {
    await makeRoomToStart({ database: path.join(disk.directory, 'no-database-yet') });
    await setBallast(home, { from: 0, to: 4 * MIB });
    await makeRoomToStart(home);
    expect(await ballastMib()).toBe(4);
    disk.fill();
    expect(await describeFreeSpace(home)).toBe('The disk of the database has 0 bytes (0 MB) left.');
    await makeRoomToStart(home);
    expect(await ballastMib()).toBe(LAST_MIB);
    disk.fill();
    await makeRoomToStart(home);
    expect(await ballastMib()).toBe(0);
    expect((await start()).current().state).toBe('full');
  });

  test('the ballast is on the disk of the database, also behind a link, and nowhere if that cannot be', async () => {
    const other = mountSmallDisk(DISK_MIB);
    try {
      mkdirSync(path.join(other.directory, 'data'));
      const linked = path.join(disk.directory, 'linked');
      symlinkSync(path.join(other.directory, 'data'), linked);
      await setBallast({ database: linked }, { from: 0, to: MIB });
      expect(statSync(path.join(other.directory, 'data.ballast')).size).toBe(MIB);
      await setBallast({ database: other.directory }, { from: 0, to: MIB });
      expect(() => statSync(`${other.directory}.ballast`)).toThrow('ENOENT');
      // Guests on the disk of the database leave its ballast alone. Others resume from any space on.
      expect(await resumeFreeBytes(home)).toBe(12 * MIB);
      expect(await resumeFreeBytes({ database: home.database, machines: other.directory })).toBeUndefined();
    } finally {
      other.close();
    }
  });
});
