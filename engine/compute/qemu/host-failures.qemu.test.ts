/** Tests failures around a real guest. Each must end in a clear state. */
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { run } from '../../host/run.ts';
import { LocalImages } from '../../images/local.ts';
import { NamespaceNetwork } from '../../network/namespace/driver.ts';
import type { MachineSpec } from '../port.ts';
import { openQemuHarness, type QemuHarness, untilUp } from './harness.ts';

const projectRoot = process.cwd();
const MIB = 2 ** 20;

describe('a real guest and failures', () => {
  let harness: QemuHarness;
  let spec: MachineSpec;
  let home = '';
  const directory = () => join(harness.home, 'machines', spec.machineId);
  const pid = async () => (JSON.parse(await readFile(join(directory(), 'process.json'), 'utf8')) as { pid: number }).pid;
  const inspect = () => harness.compute.inspect(spec.machineId);
  const patient = { timeout: 120_000, interval: 500 };

  /** Leaves only this many bytes of the disk free while `body` runs. */
  const whileFull = async (left: number, body: () => Promise<void>) => {
    const filler = join(home, 'filler');
    try {
      await run('fallocate', ['-l', String(await room(home, left)), filler]);
      await body();
    } finally {
      await rm(filler, { force: true });
    }
  };

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'innkeeper-small-'));
    // All files of the driver are on a disk that will become full.
    await run('mount', ['-t', 'tmpfs', '-o', 'size=96m', 'tmpfs', home]);
    const images = new LocalImages({ directory: join(projectRoot, 'build', 'images'), projectRoot });
    let network: NamespaceNetwork | null = null;
    harness = await openQemuHarness({
      images,
      projectRoot,
      home,
      network: (path) => {
        network = new NamespaceNetwork({ home: path });
        return network;
      },
      onClose: async () => network?.remove(),
    });
    spec = await harness.spec('trouble-1');
    await harness.compute.create(spec);
    await harness.compute.start(spec.machineId);
    await untilUp(harness, spec.machineId);
  });
  afterAll(async () => {
    try {
      await harness?.close();
    } finally {
      // Lazily, because a failed test may leave a guest whose files are there.
      await run('umount', ['--lazy', home]);
      await rm(home, { recursive: true, force: true });
    }
  });

  it('is limited by control groups where the host has them', async () => {
    const { cpu, memory } = harness.compute.capabilities.bounds;
    const groups = await readFile(`/proc/${await pid()}/cgroup`, 'utf8');
    expect(/[:,]cpu[,:].*innkeeper.*trouble-1|^0::.*innkeeper.*trouble-1/m.test(groups)).toBe(cpu);
    expect(/:memory:.*innkeeper.*trouble-1|^0::.*innkeeper.*trouble-1/m.test(groups)).toBe(memory);
  });

  it('without an agent is up by its ready line, until it resets', async () => {
    const events: string[] = [];
    const unwatch = harness.compute.watch(({ kind }) => events.push(kind));
    await harness.silenceAgent(spec);
    const before = await inspect();
    expect(before).toMatchObject({ up: true, bootId: expect.stringMatching(/^[0-9a-f-]{36}$/) });
    await harness.login(spec, '(sleep 1; reboot -f) >/dev/null 2>&1 &');
    await expect.poll(() => events, patient).toContain('rebooted');
    expect((await inspect()).bootId).not.toBe(before.bootId);
    unwatch();
    await untilUp(harness, spec.machineId);
    expect((await inspect()).bootId).not.toBe(before.bootId);
  });

  it('without an agent applies changes by seed, and is copied without a freeze', async () => {
    await harness.login(spec, 'killall qemu-ga');
    await expect.poll(async () => (await inspect()).up, patient).toBe(false);
    expect(await harness.compute.guest.setHostname(spec.machineId, 'unheard')).toBe('no_answer');
    const to = join(harness.directory, 'unfrozen.qcow2');
    expect(await harness.compute.copyDisk(spec.machineId, { to })).toMatchObject({ frozen: false });
    await harness.compute.dropCopy(spec.machineId, { to });
  });

  it('is thawed by the next driver when the one that froze it died', async () => {
    await harness.login(spec, AGENT_AGAIN);
    await untilUp(harness, spec.machineId);
    await harness.freeze(spec.machineId);
    await harness.restart();
    await expect.poll(() => readdir(directory()), patient).not.toContain('frozen');
    expect(await harness.login(spec, 'touch /root/thawed && sync && echo written')).toBe('written');
  });

  it('survives a copy that finds no disk space', async () => {
    const to = join(harness.directory, 'too-much.qcow2');
    await whileFull(3 * MIB, async () => {
      await expect(harness.compute.copyDisk(spec.machineId, { to })).rejects.toMatchObject({ kind: 'disk_full' });
    });
    expect(await readdir(join(directory(), 'vm'))).not.toContain('copy.qcow2');
    expect((await readdir(harness.directory)).filter((name) => name.includes('too-much'))).toEqual([]);
    expect((await inspect()).up).toBe(true);
  });

  it('stalls while the disk is full, reports it, and resumes', async () => {
    const { bootId } = await inspect();
    await whileFull(3 * MIB, async () => {
      // The guest writes in the background, because it stalls before the command ends.
      await harness.login(spec, '(dd if=/dev/urandom of=/root/big bs=1M count=12; sync) >/dev/null 2>&1 &');
      await expect.poll(async () => (await inspect()).trouble, patient).toBe('disk_full');
      expect(await inspect()).toMatchObject({ power: 'running', up: false });
    });
    await harness.compute.start(spec.machineId);
    await untilUp(harness, spec.machineId);
    expect(await inspect()).toEqual({ machineId: spec.machineId, power: 'running', up: true, bootId });
    expect(await harness.login(spec, 'sync; rm /root/big; echo fine')).toBe('fine');
  });

  it('cannot be created without disk space, and leaves nothing behind', async () => {
    const other = await harness.spec('trouble-2');
    await whileFull(0, async () => {
      await expect(harness.compute.create(other)).rejects.toMatchObject({ kind: 'disk_full', retryable: true });
      await harness.compute.destroy(other.machineId);
      expect(await harness.leftovers(other.machineId)).toEqual([]);
    });
  });

  it('is asked to stop with its host while nothing can be written, and starts again if it is powered off', async () => {
    await whileFull(0, async () => {
      await harness.compute.requestShutdown(spec.machineId, { startsAgain: true });
      await harness.compute.powerOff(spec.machineId, { startsAgain: true });
    });
    // Its mark could not be written, so the machine counts as crashed until the host has restarted.
    expect(await inspect()).toMatchObject({ power: 'crashed' });
    await harness.compute.start(spec.machineId);
    await untilUp(harness, spec.machineId);
  });

  it('can be powered off while nothing can be written', async () => {
    await whileFull(0, () => harness.compute.powerOff(spec.machineId));
    expect(await inspect()).toMatchObject({ power: 'stopped' });
  });

  it('stays within its disk throughput limit', async () => {
    const { vcpus, memoryMb, diskGb } = spec;
    await harness.compute.reshape(spec.machineId, { vcpus, memoryMb, diskGb, limits: { iops: 100 } });
    await harness.compute.start(spec.machineId);
    await untilUp(harness, spec.machineId);
    const began = performance.now();
    await harness.login(spec, 'dd if=/dev/vda of=/dev/null bs=4k count=300 iflag=direct');
    // A lower bound holds on any machine, because a slow one only takes longer. QEMU allows bursts of a tenth of a second.
    expect((performance.now() - began) / 1000).toBeGreaterThan(300 / 110);
  });

  it('is distinguished from a hung QEMU within a deadline, and can be powered off', async () => {
    process.kill(await pid(), 'SIGSTOP');
    await Promise.all([
      expect(inspect()).resolves.toEqual({ machineId: spec.machineId, power: 'running', bootId: null, up: false }),
      expect(harness.compute.requestShutdown(spec.machineId)).rejects.toMatchObject({ kind: 'timeout', retryable: true }),
      expect(harness.compute.screenshot(spec.machineId)).rejects.toMatchObject({ kind: 'timeout' }),
    ]);
    await harness.compute.powerOff(spec.machineId);
    expect(await inspect()).toMatchObject({ power: 'stopped' });
  });

  it('does not start from a damaged disk, or without its base', async () => {
    const { disk, base } = JSON.parse(await readFile(join(directory(), 'machine.json'), 'utf8')) as {
      disk: string;
      base: { name: string };
    };
    const file = join(directory(), 'vm', disk);
    const whole = await readFile(file);
    await writeFile(file, Buffer.concat([Buffer.from('no qcow2'), whole.subarray(8)]));
    await expect(harness.compute.start(spec.machineId)).rejects.toMatchObject({ kind: 'image', retryable: false });
    expect(await inspect()).toMatchObject({ power: 'stopped' });
    await writeFile(file, whole);
    await rm(join(directory(), base.name));
    await expect(harness.compute.start(spec.machineId)).rejects.toMatchObject({ kind: 'image', retryable: false });
    expect(await inspect()).toMatchObject({ power: 'stopped' });
  });
});

/** Shell script that starts the tiny guest's agent like its boot script. */
const AGENT_AGAIN = `for port in /sys/class/virtio-ports/*; do
  [ "$(cat $port/name)" = org.qemu.guest_agent.0 ] || continue
  rm -f /run/qemu-ga.pid
  qemu-ga -d -m virtio-serial -p /dev/\${port##*/} -f /run/qemu-ga.pid -t /run
done`;

/** Returns the free bytes beyond `left`. */
async function room(path: string, left: number): Promise<number> {
  const free =
    Number((await run('stat', ['-f', '-c', '%a', path])).trim()) * Number((await run('stat', ['-f', '-c', '%S', path])).trim());
  return Math.max(1, free - left);
}
