/** Moves a real guest that writes all the time, between two engines with a network each, also when connections break and processes die. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Duplex, duplexPair, Transform } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordOf } from '../../../host/process.ts';
import { LocalImages } from '../../../images/local.ts';
import { NamespaceNetwork } from '../../../network/namespace/driver.ts';
import type { MachineSpec } from '../../port.ts';
import { type OtherQemuNode, openQemuHarness, type QemuHarness, type QemuNode, untilUp } from '../harness.ts';
import { kill } from '../process.ts';
import { isRecord, withQmp } from '../qmp.ts';

const projectRoot = process.cwd();
const ID = 'moving-1';
const LIMITS = { iops: 2_000, bytesPerSecond: 20 << 20 };
const PATIENT = { timeout: 60_000, interval: 200 };

let here: QemuHarness;
let there: OtherQemuNode;
let spec: MachineSpec;
let bootId: string | null = null;
let checksum = '';
beforeAll(async () => {
  const networks: NamespaceNetwork[] = [];
  here = await openQemuHarness({
    images: new LocalImages({ directory: join(projectRoot, 'build', 'images'), projectRoot }),
    projectRoot,
    network: (home) => {
      const network = new NamespaceNetwork({ home });
      networks.push(network);
      return network;
    },
    onClose: async () => networks[0]?.remove(),
  });
  there = await here.openOther();
  spec = { ...(await here.spec(ID)), limits: LIMITS };
  await here.compute.create(spec);
  await here.compute.start(ID);
  await untilUp(here, ID);
  ({ bootId } = await here.compute.inspect(ID));
  await here.login(spec, 'dd if=/dev/urandom of=/root/blob bs=1M count=24 2>/dev/null; sync');
  checksum = await here.login(spec, 'sha256sum /root/blob');
  await here.login(spec, `(${WRITER}) >/dev/null 2>&1 </dev/null &`);
});
afterAll(async () => {
  await there?.close();
  await here?.close();
});

/** Writes a growing number for ever. */
const WRITER = 'i=0; while true; do i=$((i + 1)); echo $i > /root/next; sync; mv /root/next /root/counter; sync; done';
const counter = async (at: QemuNode) => Number(await at.login(spec, 'cat /root/counter'));
const grows = async (at: QemuNode) => {
  const before = await counter(at);
  await expect.poll(() => counter(at), PATIENT).toBeGreaterThan(before);
};

/** Returns QEMU's status, such as `running`, or `gone`. */
const statusOf = ({ home }: QemuNode) =>
  withQmp(join(home, 'machines', ID, 'vm'), 'act.sock', (qmp) => qmp.command('query-status')).then(
    (answer) => (isRecord(answer) ? String(answer.status) : '?'),
    () => 'gone',
  );
const monitorOf = ({ home }: QemuNode, command: string, args = {}) =>
  withQmp(join(home, 'machines', ID, 'vm'), 'act.sock', (qmp) => qmp.command(command, args));
const limitsOf = (at: QemuNode) => monitorOf(at, 'qom-get', { path: '/objects/limits', property: 'limits' });

async function killQemu({ home }: QemuNode): Promise<void> {
  const { pid } = JSON.parse(await readFile(join(home, 'machines', ID, 'process.json'), 'utf8')) as { pid: number };
  const record = await recordOf(pid);
  if (record !== null) await kill(record);
}

/** Opens a connection between nodes, which a test watches and breaks. */
function link(far: Duplex, onBytes: (total: number) => void = () => undefined) {
  const [near, inner] = duplexPair();
  let total = 0;
  const count = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      total += chunk.length;
      onBytes(total);
      done(null, chunk);
    },
  });
  inner.pipe(count).pipe(far);
  far.pipe(inner);
  for (const one of [inner, far]) one.on('error', () => one.destroy());
  far.on('close', () => inner.destroy());
  near.on('close', () => far.destroy());
  const silence = () => {
    inner.unpipe(count);
    far.unpipe(inner);
  };
  return { near, silence };
}

/** Receives the machine, and copies its disk. Returns the link that carries further writes. */
async function copy(from: QemuNode, to: QemuNode, onBytes?: (total: number) => void) {
  const offer = await from.compute.offer(ID);
  await to.compute.receive(await to.prepare(spec), offer);
  const disk = link(await to.compute.connect(ID, 'disk'), onBytes);
  await from.compute.sendDisk(ID, { stream: disk.near });
  return disk;
}

/** Moves the memory. `hold` may break its connection. */
async function switchOver(from: QemuNode, to: QemuNode, hold: (memory: Duplex) => Promise<void>, commit: () => Promise<void>) {
  let moved: { bootId: string | null } = { bootId: null };
  const stream = link(await to.compute.connect(ID, 'memory')).near;
  await from.compute.sendMemory(ID, {
    stream,
    hold: async () => {
      await from.hold(ID);
      await hold(stream);
    },
    commit: async (state) => {
      moved = state;
      await commit();
    },
  });
  return moved;
}

/** Reads both nodes while `act` runs. Returns how often the guest ran on both. */
async function countDouble(act: () => Promise<void>): Promise<number> {
  let [ended, double] = [false, 0];
  const watching = (async () => {
    for (; !ended; await sleep(50)) {
      // Running before and after, the guest of one node also ran when the other was read.
      const [first, other, again] = [await statusOf(here), await statusOf(there), await statusOf(here)];
      if (first === 'running' && other === 'running' && again === 'running') double += 1;
    }
  })();
  try {
    await act();
  } finally {
    ended = true;
    await watching;
  }
  return double;
}

const nothing = async () => undefined;

async function expectUnharmed(at: QemuNode): Promise<void> {
  expect(await at.compute.inspect(ID)).toEqual({ machineId: ID, power: 'running', up: true, bootId });
  await grows(at);
  expect(await at.login(spec, "dmesg | grep -ciE 'error|hung|blocked for|lost' || true")).toBe('0');
}

it('moves three times, without a lost byte, and runs on one node at a time', async () => {
  let last = await counter(here);
  for (const [from, to] of [
    [here, there],
    [there, here],
    [here, there],
  ] as const) {
    const double = await countDouble(async () => {
      await copy(from, to);
      const moved = await switchOver(from, to, nothing, async () => {
        expect(await statusOf(from)).toBe('postmigrate');
        expect(await statusOf(to)).toBe('paused');
      });
      await to.release(ID);
      await to.compute.take(ID, moved);
      expect(await statusOf(from)).toBe('postmigrate');
    });
    expect(double).toBe(0);
    expect(await limitsOf(to)).toMatchObject({ 'iops-total': LIMITS.iops, 'bps-total': LIMITS.bytesPerSecond });
    await from.compute.destroy(ID);
    expect(await from.leftovers(ID)).toEqual([]);
    await expectUnharmed(to);
    const now = await counter(to);
    expect(now).toBeGreaterThan(last);
    last = now;
    expect(await to.login(spec, 'echo 3 > /proc/sys/vm/drop_caches; sha256sum /root/blob')).toBe(checksum);
  }
});

it('writes on after a link that does not answer, which ends the copy', async () => {
  const { near, silence } = await copy(there, here);
  await grows(there);
  silence();
  await expect.poll(() => near.destroyed, { timeout: 30_000 }).toBe(true);
  await grows(there);
  const failed = switchOver(there, here, nothing, nothing);
  await expect(failed).rejects.toMatchObject({ name: 'EngineError' });
  await here.compute.abandon(ID);
  await expectUnharmed(there);
});

it('runs on with its limits when the destination is killed during the copy', async () => {
  const kills: Promise<void>[] = [];
  const copying = copy(there, here, (total) => {
    if (total > 1 << 20 && kills.length === 0) kills.push(killQemu(here));
  });
  await expect(copying).rejects.toMatchObject({ name: 'EngineError' });
  await Promise.all(kills);
  expect(kills).toHaveLength(1);
  expect(await limitsOf(there)).toMatchObject({ 'iops-total': LIMITS.iops, 'bps-total': LIMITS.bytesPerSecond });
  expect((await here.compute.inspect(ID)).power).toBe('absent');
  await here.compute.abandon(ID);
  expect(await here.leftovers(ID)).toEqual([]);
  await expectUnharmed(there);
});

it('runs on when a connection breaks while it is paused, and never at the destination', async () => {
  await copy(there, here);
  let commits = 0;
  const breakIt = async (memory: Duplex) => {
    memory.destroy();
  };
  const broken = switchOver(there, here, breakIt, async () => {
    commits += 1;
  });
  await expect(broken).rejects.toMatchObject({ name: 'EngineError' });
  expect(commits).toBe(0);
  expect(await statusOf(there)).toBe('running');
  await there.release(ID);
  expect(await statusOf(here)).not.toBe('running');
  await here.compute.abandon(ID);
  await expectUnharmed(there);
});

it('runs on by `abandon` when its move breaks after the switch and before the row changes', async () => {
  await copy(there, here);
  const broken = switchOver(there, here, nothing, async () => {
    await killQemu(here);
    throw new Error('the database does not answer');
  });
  await expect(broken).rejects.toThrow('the database does not answer');
  expect(await statusOf(there)).toBe('postmigrate');
  await there.restart();
  expect(await statusOf(there)).toBe('postmigrate');
  await there.compute.abandon(ID);
  await there.release(ID);
  expect(await statusOf(there)).toBe('running');
  await here.compute.abandon(ID);
  await expectUnharmed(there);
  expect(await there.login(spec, 'sha256sum /root/blob')).toBe(checksum);
});

it('boots at the destination as crashed, if its process there dies after the row has changed', async () => {
  await copy(there, here);
  const moved = await switchOver(there, here, nothing, nothing);
  await killQemu(here);
  await here.compute.take(ID, moved);
  expect((await here.compute.inspect(ID)).power).toBe('crashed');
  await there.compute.destroy(ID);
  await here.release(ID);
  await here.compute.start(ID);
  await untilUp(here, ID);
  expect(await here.login(spec, 'sha256sum /root/blob')).toBe(checksum);
});

it('crashes at the source if its process there is killed, and leaves nothing at the destination', async () => {
  const copied = await copy(here, there);
  await killQemu(here);
  await expect.poll(() => here.compute.inspect(ID).then(({ power }) => power), PATIENT).toBe('crashed');
  await expect.poll(() => copied.near.destroyed, PATIENT).toBe(true);
  expect((await there.compute.inspect(ID)).power).toBe('absent');
  await here.compute.abandon(ID);
  await there.compute.abandon(ID);
  expect(await there.leftovers(ID)).toEqual([]);
});
