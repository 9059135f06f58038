import { once } from 'node:events';
import { mkdir, mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { NO_CGROUPS } from '../../host/cgroups.ts';
import { recordOf } from '../../host/process.ts';
import { ImageFiles } from '../../images/files.ts';
import { SILENT_LOG } from '../../log.ts';
import type { MachineDirectory } from './directory.ts';
import { LinkCounters } from './link-counters.ts';
import { Machines } from './machines.ts';
import { Measurements } from './usage.ts';
import { Watch } from './watch.ts';

const MINUTE = 60_000;
const ID = 'srv-1';
let home: string;
const servers: Server[] = [];
/** Connections and commands to the guest's QEMU and agent, in order. */
let asked: string[];
let guest: { written: number; used: number; listens: boolean };

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'innkeeper-usage-'));
  asked = [];
  guest = { written: 1_000, used: 5_000, listens: true };
});
afterEach(async () => {
  for (const server of servers.splice(0)) server.close();
  await rm(home, { recursive: true });
});

const answers: Record<string, (args: { id: number }) => unknown> = {
  'query-status': () => ({ status: 'running' }),
  'query-cpus-fast': () => [{ 'thread-id': process.pid }],
  'query-blockstats': () => [{ qdev: '/machine/disk0', stats: { rd_bytes: 7, wr_bytes: guest.written } }],
  'query-chardev': () => [{ label: 'agent', 'frontend-open': guest.listens }],
  'guest-sync': ({ id }) => id,
  'guest-get-fsinfo': () => [{ mountpoint: '/', 'used-bytes': guest.used }],
};

async function listen(vm: string, name: string): Promise<void> {
  const server = createServer((socket) => {
    asked.push(`connect ${name}`);
    socket.on('error', () => undefined);
    if (name !== 'agent.sock') socket.write('{"QMP":{}}\n');
    socket.on('data', (data) => {
      for (const line of data.toString().trimEnd().split('\n')) {
        const { execute, arguments: args, id } = JSON.parse(line);
        asked.push(execute);
        socket.write(`${JSON.stringify({ return: answers[execute]?.(args) ?? {}, id })}\n`);
      }
    });
  });
  servers.push(server);
  const handle = await open(join(vm, 'run'), 'r');
  server.listen(`/proc/self/fd/${handle.fd}/${name}`);
  await once(server, 'listening');
  await handle.close();
}

async function watchedGuest() {
  const host = { program: '', launcher: '', user: null, users: null, log: SILENT_LOG, metadata: null, system: async () => null };
  const imageFiles = new ImageFiles({ home });
  const machines = new Machines(home, { ...host, imageFiles, scopes: { systemd: null }, cgroups: { ...NO_CGROUPS, prefix: '' } });
  const directory: MachineDirectory = machines.directory(ID);
  await mkdir(join(directory.vm, 'run'), { recursive: true });
  const plug = { kind: 'tap', namespace: 'ns', device: 't1' };
  await writeFile(join(directory.path, 'machine.json'), JSON.stringify({ spec: { diskGb: 1, nic: { plug } }, disk: 'disk-1' }));
  await writeFile(join(directory.vm, 'disk-1'), 'x'.repeat(10_000));
  for (const name of ['watch.sock', 'act.sock', 'agent.sock']) await listen(directory.vm, name);
  const record = await recordOf(process.pid);
  if (!record) throw new Error('this process runs');
  const nothing = () => {};
  const watch = new Watch(directory.vm, record, { onHalted: nothing, onReset: nothing, onStallChange: nothing, onExit: nothing });
  const qmp = await vi.waitUntil(() => watch.qmp);
  const links = new LinkCounters(async () => [{ ifname: 't1', stats64: { rx: { bytes: 10 }, tx: { bytes: 20 } } }]);
  const measurements = new Measurements(machines, links);
  await vi.waitUntil(() => asked.includes('query-status'));
  asked = [];
  return {
    watch,
    measure: (maxAgeMs: number) => measurements.ofWatched(directory, watch, qmp, maxAgeMs),
    measureUnwatched: () => measurements.measureUnwatched(directory, record),
  };
}

test('uses the connection of a watched guest, and asks its agent only after writes and some time', async () => {
  const { watch, measure } = await watchedGuest();
  const first = await measure(MINUTE);
  expect(first).toMatchObject({ diskBytes: 5_000, diskReadBytes: 7, diskWrittenBytes: 1_000, netInBytes: 20, netOutBytes: 10 });
  expect(first?.cpuSeconds).toBeGreaterThan(0);
  expect(asked).toContain('guest-get-fsinfo');
  asked = [];
  guest = { ...guest, written: 2_000, used: 6_000 };
  expect(await measure(MINUTE)).toMatchObject({ diskBytes: 5_000, diskWrittenBytes: 2_000 });
  expect(asked).toEqual(['query-blockstats']);
  guest.written += 20_000_000;
  expect(await measure(MINUTE)).toMatchObject({ diskBytes: 6_000 });
  asked = [];
  guest.used = 6_500;
  expect(await measure(1)).toMatchObject({ diskBytes: 6_000 });
  expect(asked).toEqual(['query-blockstats']);
  // With a maximum age of 0, the agent is always queried.
  guest.used = 7_000;
  expect(await measure(0)).toMatchObject({ diskBytes: 7_000 });
  watch.stop();
});

test('without an agent uses the size of the file on the host', async () => {
  guest.listens = false;
  const { watch, measure } = await watchedGuest();
  expect((await measure(MINUTE))?.diskBytes).toBeGreaterThanOrEqual(10_000);
  guest.listens = true;
  expect(await measure(MINUTE)).toMatchObject({ diskBytes: 5_000 });
  watch.stop();
});

test("opens a separate connection if the guest's connection broke", async () => {
  const { watch, measure, measureUnwatched } = await watchedGuest();
  watch.stop();
  await vi.waitUntil(() => watch.qmp === null);
  await expect(measure(MINUTE)).rejects.toThrow();
  expect(await measureUnwatched()).toMatchObject({ diskBytes: 5_000, diskWrittenBytes: 1_000 });
});
