import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processesOf } from './kill-user-processes.ts';
import { GuestUsers, rangeWithin } from './users.ts';

const ALL = '         0          0 4294967295\n';
const CONTAINER = '         0     100000      65536\n';
const ONE = '         0       1000          1\n';

it('uses high ids, low ones in a container, and none where there are none', () => {
  expect(rangeWithin([ALL, ALL])?.first).toBe(1_900_000_000);
  expect(rangeWithin([ALL, CONTAINER])?.first).toBe(30_000);
  expect(rangeWithin([ALL, ONE])).toBeNull();
});

describe.skipIf(process.getuid?.() !== 0)('users of machines', () => {
  let place = '';
  const range = { first: 1_999_000_000 + (process.pid % 900_000), count: 4 };
  const open = () => new GuestUsers(range, import.meta.dirname, join(place, 'claims'));
  const machine = (home: string, id: string) => join(place, home, id);

  beforeEach(async () => {
    place = await mkdtemp(join(tmpdir(), 'innkeeper-users-'));
    for (const home of ['one', 'other']) await mkdir(join(place, home));
  });
  afterEach(() => rm(place, { recursive: true }));

  it('belong to one machine each, across all installations of the host, until it is destroyed', async () => {
    const machines = ['srv-1', 'srv-2'].flatMap((id) => [machine('one', id), machine('other', id)]);
    const uids = await Promise.all(machines.map((one) => open().claim(one, null)));
    expect(new Set(uids).size).toBe(4);
    expect(await Promise.all(machines.map((one) => open().claim(one, null)))).toEqual(uids);
    await expect(open().claim(machine('one', 'srv-3'), null)).rejects.toMatchObject({ kind: 'host' });
    await open().release(machine('other', 'srv-1'));
    expect(await open().claim(machine('one', 'srv-3'), null)).toBe(uids[1]);
  });

  it('are recorded where only root can read, below a directory that others can enter', async () => {
    await new GuestUsers(range, import.meta.dirname, join(place, 'run', 'uids')).claim(machine('one', 'srv-1'), null);
    expect((await stat(join(place, 'run'))).mode & 0o055).toBe(0o055);
    expect((await stat(join(place, 'run', 'uids'))).mode & 0o077).toBe(0);
  });

  it('are reused by the same machine where possible, and taken over from a removed installation', async () => {
    const last = range.first + 3;
    expect(await open().claim(machine('one', 'srv-1'), last)).toBe(last);
    // After a reboot of the host another machine may have claimed it first.
    expect(await open().claim(machine('one', 'srv-2'), last)).not.toBe(last);
    expect(await open().claim(machine('one', 'srv-3'), 0)).toBeGreaterThanOrEqual(range.first);
    await rm(join(place, 'one'), { recursive: true });
    expect(await open().claim(machine('other', 'srv-1'), last)).toBe(last);
  });

  it('are not assigned while a process uses them, and are released after all their processes were killed', async () => {
    const uid = range.first;
    const child = spawn('sh', ['-c', "trap '' TERM HUP; setsid sleep 60 & sleep 60"], { uid, gid: uid, stdio: 'ignore' });
    await expect.poll(async () => (await processesOf(uid)).length).toBeGreaterThan(2);
    expect(await open().claim(machine('one', 'srv-1'), uid)).not.toBe(uid);
    const gone = once(child, 'exit');
    await open().killProcesses(uid);
    await gone;
    expect(await processesOf(uid)).toEqual([]);
    expect(await open().claim(machine('one', 'srv-2'), uid)).toBe(uid);
    await open().release(machine('one', 'srv-2'));
    expect(await readdir(join(place, 'claims'))).not.toContain(String(uid));
  });

  it('are never users of the host', async () => {
    await expect(open().killProcesses(0)).rejects.toThrow(RangeError);
    await expect(open().killProcesses(65_534)).rejects.toThrow(RangeError);
  });
});
