import { once } from 'node:events';
import { mkdir, mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { NO_CGROUPS } from '../../host/cgroups.ts';
import { type ProcessRecord, recordOf } from '../../host/process.ts';
import { ImageFiles } from '../../images/files.ts';
import { SILENT_LOG } from '../../log.ts';
import type { MachineDirectory } from './directory.ts';
import { Machines } from './machines.ts';
import { Power } from './power.ts';
import { ReadyLines } from './ready-line.ts';

const FIRST = '0f8d5c0e-1b2a-4c3d-8e9f-001122334455';
const SECOND = '1f8d5c0e-1b2a-4c3d-8e9f-001122334455';

let home: string;
let server: Server;
let machines: Machines;
let directory: MachineDirectory;
/** State of the fake QEMU: unread bytes of the port, status, commands received, and what happens after a read. */
let qemu: { unread: string; status: string; asked: string[]; afterRead: () => Promise<void> };

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'innkeeper-ready-'));
  qemu = { unread: '', status: 'running', asked: [], afterRead: async () => {} };
  const host = { program: '', launcher: '', user: null, users: null, log: SILENT_LOG, metadata: null, system: async () => null };
  const imageFiles = new ImageFiles({ home });
  machines = new Machines(home, { ...host, imageFiles, scopes: { systemd: null }, cgroups: { ...NO_CGROUPS, prefix: '' } });
  directory = machines.directory('srv-1');
  await mkdir(join(directory.vm, 'run'), { recursive: true });
  await writeFile(join(directory.path, 'machine.json'), '{}');
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    socket.write('{"QMP":{}}\n');
    socket.on('data', (data) => {
      for (const line of data.toString().trimEnd().split('\n')) void answer(JSON.parse(line)).then((text) => socket.write(text));
    });
  });
  const handle = await open(join(directory.vm, 'run'), 'r');
  server.listen(`/proc/self/fd/${handle.fd}/act.sock`);
  await once(server, 'listening');
  await handle.close();
  await startedAs({ readyPort: true });
});
afterEach(async () => {
  server.close();
  await rm(home, { recursive: true });
});

async function answer({ execute, id }: { execute: string; id: number }): Promise<string> {
  qemu.asked.push(execute);
  const result = execute === 'ringbuf-read' ? await readRing() : execute === 'query-status' ? { status: qemu.status } : {};
  return `${JSON.stringify({ return: result, id })}\n`;
}

const bootId = async (lines: ReadyLines) => (await lines.read(directory)).bootId;

async function readRing(): Promise<string> {
  const text = Buffer.from(qemu.unread, 'latin1').toString('base64');
  qemu.unread = '';
  await qemu.afterRead();
  return text;
}

async function startedAs(mark: Partial<ProcessRecord>): Promise<void> {
  const own = await recordOf(process.pid);
  if (own === null) throw new Error('this process runs');
  await directory.writeProcess({ ...own, ...mark });
}

it('takes the last whole line that is a boot id', async () => {
  const lines = new ReadyLines(machines);
  expect(await bootId(lines)).toBeNull();
  qemu.unread = `${FIRST}\n\xff<script>\n${SECOND}\r\n${FIRST} and more\n1f8d5c0e\n`;
  expect(await bootId(lines)).toBe(SECOND);
});

it('keeps the line, which QEMU returns once, for later calls and for the next process of Innkeeper', async () => {
  qemu.unread = `${FIRST}\n`;
  const lines = new ReadyLines(machines);
  expect([await bootId(lines), await bootId(lines)]).toEqual([FIRST, FIRST]);
  const next = new ReadyLines(machines);
  expect(await bootId(next)).toBe(FIRST);
  await next.discardBefore(directory, Date.now());
  expect(await bootId(next)).toBeNull();
});

it('forgets the line at a reset, also one that is being read', async () => {
  const lines = new ReadyLines(machines);
  qemu.unread = `${FIRST}\n`;
  expect(await bootId(lines)).toBe(FIRST);
  await lines.discardBefore(directory, Date.now() + 1);
  expect(await bootId(lines)).toBeNull();
  qemu.unread = `${FIRST}\n`;
  // Not awaited by QEMU's answer, because the reset waits for the read.
  qemu.afterRead = async () => void lines.discardBefore(directory, Date.now() + 1);
  expect(await bootId(lines)).toBeNull();
  expect(await bootId(lines)).toBeNull();
});

it('keeps a line that was read after the reset, if the reset is reported late', async () => {
  const lines = new ReadyLines(machines);
  const resetAt = Date.now() - 10_000;
  qemu.unread = `${SECOND}\n`;
  expect(await bootId(lines)).toBe(SECOND);
  await lines.discardBefore(directory, resetAt);
  expect(await bootId(lines)).toBe(SECOND);
});

it('forgets the line of a process that has ended', async () => {
  const lines = new ReadyLines(machines);
  qemu.unread = `${FIRST}\n`;
  expect(await bootId(lines)).toBe(FIRST);
  await lines.clear(directory);
  expect(await bootId(lines)).toBeNull();
  expect(await readdir(directory.path)).not.toContain('ready');
});

it.each(['io-error', 'shutdown', 'paused'])('gives none while the guest is %s, and keeps the line', async (status) => {
  const lines = new ReadyLines(machines);
  qemu.unread = `${FIRST}\n`;
  qemu.status = status;
  expect(await lines.read(directory)).toEqual({ status: { status }, bootId: null });
  qemu.status = 'running';
  expect(await bootId(lines)).toBe(FIRST);
});

it('reads no port of a process that an earlier release started, or that has ended', async () => {
  const lines = new ReadyLines(machines);
  qemu.unread = `${FIRST}\n`;
  await startedAs({});
  expect(await bootId(lines)).toBeNull();
  await startedAs({ readyPort: true, startTime: '1' });
  expect(await bootId(lines)).toBeNull();
  expect(qemu.asked).not.toContain('ringbuf-read');
});

it.each([
  ['line', []],
  ['agent', ['query-chardev']],
  ['none', ['query-chardev']],
] as const)('asks for an agent of a guest whose image reports by %s first: %j', async (reports, asked) => {
  const image = { key: 'stock', path: '/nowhere', format: 'qcow2', reports };
  await writeFile(join(directory.path, 'machine.json'), JSON.stringify({ spec: { source: { from: 'image', image } } }));
  const power = new Power(machines, { home, rebootGraceMs: 0, resumeFreeBytes: 0, cpuModel: 'host', emit: () => {} });
  qemu.unread = `${FIRST}\n`;
  expect((await power.bootIdOf(directory)).bootId).toBe(FIRST);
  expect(qemu.asked.filter((command) => command === 'query-chardev')).toEqual(asked);
});

it('gives none if QEMU does not answer', async () => {
  server.close();
  expect(await new ReadyLines(machines).read(directory)).toEqual({ status: null, bootId: null });
});
