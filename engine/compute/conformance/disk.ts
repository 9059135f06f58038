/** Tests copying, rebuilding and growing a disk, the rescue system, and new seeds. */
import { createHash } from 'node:crypto';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { type DiskCopy, type MachineSpec, NO_MEDIA } from '../port.ts';
import { FIRST, SECOND } from './passwords.ts';
import type { Suite } from './suite.ts';

/** Tools of the rescue system, each with the kernel driver it needs. */
const TOOLS = `set -e
lsblk -dno NAME /dev/vda
for tool in parted rsync curl btrfs cryptsetup; do $tool --version > /dev/null; done
xfs_repair -V > /dev/null
pvs
httpd -p 127.0.0.1:8080 -h /etc
wget -T 10 -q -O /dev/null http://127.0.0.1:8080/hosts
for module in xfs btrfs dm_crypt; do modprobe $module; done
test -s /etc/ssl/certs/ca-certificates.crt
echo ready`;

export function diskCases(shared: () => { suite: Suite; spec: MachineSpec }): void {
  let suite: Suite;
  let spec: MachineSpec;
  let copy = '';
  let copied: DiskCopy & { identity: string };
  const read = (name: string) => suite.harness.inspector.read(spec, name);
  const seed = (instanceId: string, hostname: string) => ({ ...spec.seed, instanceId, hostname, startupScript: null });
  const boot = async () => {
    await suite.compute.start(spec.machineId);
    return suite.untilBooted(spec);
  };
  beforeAll(() => {
    ({ suite, spec } = shared());
    copy = join(suite.harness.directory, 'copies', 'one.qcow2');
  });

  it('copies the disk of a running guest at one point in time, frozen, with progress', async () => {
    await suite.harness.inspector.write(spec, 'before', 'kept');
    const percents: number[] = [];
    const { identity } = await suite.harness.inspector.facts(spec);
    expect(identity).toMatch(/^[0-9a-f]{32}$/);
    copied = { ...(await suite.compute.copyDisk(spec.machineId, { to: copy }, (percent) => percents.push(percent))), identity };
    await suite.harness.inspector.write(spec, 'after', 'lost');
    expect(copied).toMatchObject({ frozen: true, virtualGb: spec.diskGb, bytes: (await stat(copy)).size });
    expect(copied.sha256).toBe(
      createHash('sha256')
        .update(await readFile(copy))
        .digest('hex'),
    );
    expect(percents).toEqual([...percents].sort((a, b) => a - b));
    expect(percents.at(-1)).toBe(100);
    expect(await readdir(join(copy, '..'))).toEqual(['one.qcow2']);
  });

  it('replaces an existing copy, and deletes a copy, also twice', async () => {
    const to = join(suite.harness.directory, 'copies', 'two.qcow2');
    await writeFile(to, 'half of a copy');
    expect((await suite.compute.copyDisk(spec.machineId, { to })).bytes).toBe((await stat(to)).size);
    await suite.compute.dropCopy(spec.machineId, { to });
    await suite.compute.dropCopy(spec.machineId, { to });
    await suite.compute.dropCopy('never-created', { to });
    expect(await readdir(join(to, '..'))).toEqual(['one.qcow2']);
  });

  it('aborts a running copy', async () => {
    const to = join(suite.harness.directory, 'copies', 'three.qcow2');
    let begun = () => {};
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const ending = suite.compute.copyDisk(spec.machineId, { to }, begun).then(
      () => 'done',
      (error: { retryable?: boolean }) => error.retryable,
    );
    await beginning;
    await suite.compute.dropCopy(spec.machineId, { to });
    // A copy of a small disk may have finished before.
    expect(['done', true]).toContain(await ending);
    expect(await readdir(join(to, '..'))).toEqual(['one.qcow2']);
  });

  it('refuses to change disk or size of a running machine', async () => {
    const { compute } = suite;
    const refusal = { kind: 'guest', retryable: false };
    const order = { source: spec.source, diskGb: spec.diskGb, seed: spec.seed };
    await expect(compute.rebuild(spec.machineId, order)).rejects.toMatchObject(refusal);
    await expect(compute.reshape(spec.machineId, spec)).rejects.toMatchObject(refusal);
  });

  it("applies a new seed at the guest's next reboot, and keeps the rest of the disk", async () => {
    const before = await suite.untilBooted(spec);
    await suite.compute.reseed(spec.machineId, {
      ...{ ...seed('another', 'reseeded.example.com'), passwordHash: SECOND.hash, sshKeys: [] },
      amends: ['password'],
    });
    await suite.compute.reboot(spec.machineId, before);
    await suite.untilBooted(spec, before);
    expect(await suite.harness.inspector.facts(spec)).toMatchObject({
      hostname: 'reseeded',
      fqdn: 'reseeded.example.com',
      identity: copied.identity,
      passwordHash: SECOND.hash,
      sshKeys: spec.seed.sshKeys,
    });
    expect(await suite.harness.inspector.acceptsPassword(spec, SECOND)).toBe(true);
    expect(await read('before')).toBe('kept');
  });

  it('copies the disk of a stopped machine', async () => {
    await suite.compute.powerOff(spec.machineId);
    const to = join(suite.harness.directory, 'copies', 'off.qcow2');
    expect(await suite.compute.copyDisk(spec.machineId, { to })).toMatchObject({ frozen: false, virtualGb: spec.diskGb });
    await rm(to);
  });

  it('gets no answer from a guest that is off', async () => {
    expect(await suite.compute.guest.setHostname(spec.machineId, 'unheard')).toBe('no_answer');
    expect(await suite.compute.guest.setPassword(spec.machineId, { user: 'root', hash: FIRST.hash })).toBe('no_answer');
    expect(await suite.compute.guest.setSshKeys(spec.machineId, [])).toBe('no_answer');
    await expect(suite.compute.screenshot(spec.machineId)).rejects.toMatchObject({ kind: 'guest' });
    await expect(suite.compute.openConsole(spec.machineId)).rejects.toMatchObject({ kind: 'guest' });
    expect((await suite.compute.consoleLog(spec.machineId)).length).toBeGreaterThan(0);
  });

  it('boots the rescue system with access to the disk', async () => {
    await suite.compute.setRescue(spec.machineId, { ...seed('rescue', 'lifeboat'), passwordHash: FIRST.hash });
    const bootId = await boot();
    const look = await suite.harness.inspector.facts(spec);
    expect(look).toMatchObject({ system: 'rescue', hostname: 'lifeboat', passwordHash: FIRST.hash });
    expect(await read('after')).toBe('lost');
    if (suite.harness.login !== null) expect(await suite.harness.login(spec, TOOLS)).toMatch(/^vda\b[\s\S]*^ready$/m);
    expect(await suite.compute.guest.setHostname(spec.machineId, 'unheard')).toBe('no_answer');
    await suite.compute.setRescue(spec.machineId, null);
    expect(await suite.untilBooted(spec)).toBe(bootId);
  });

  it('boots from the disk again afterwards, with another size', async () => {
    await suite.compute.powerOff(spec.machineId);
    const size = { vcpus: 2, memoryMb: 384, diskGb: spec.diskGb + 1, limits: { iops: 5_000, bytesPerSecond: 200 << 20 } };
    await suite.compute.reshape(spec.machineId, size);
    await suite.compute.reshape(spec.machineId, size);
    const smaller = suite.compute.reshape(spec.machineId, { ...size, diskGb: spec.diskGb });
    await expect(smaller).rejects.toMatchObject({ kind: 'unsupported', retryable: false });
    await boot();
    const look = await suite.harness.inspector.facts(spec);
    expect(look).toMatchObject({ system: 'disk', hostname: 'reseeded', vcpus: 2, diskGb: size.diskGb });
    expect(look.memoryMb).toBeGreaterThan(300);
    expect(look.rootGb).toBeGreaterThan(size.diskGb * 0.9);
    expect(await read('after')).toBe('lost');
  });

  it('refuses a copy that is damaged, truncated or too large, and keeps the disk', async () => {
    await suite.compute.powerOff(spec.machineId);
    const [bad, diskGb] = [join(suite.harness.directory, 'bad.qcow2'), spec.diskGb + 1];
    await writeFile(bad, (await readFile(copy)).subarray(0, copied.bytes >> 1));
    const rebuilt = (path: string, gb: number, sha256?: string) =>
      suite.compute.rebuild(spec.machineId, {
        source: { from: 'copy', path, format: 'qcow2', ...(sha256 === undefined ? {} : { sha256 }) },
        diskGb: gb,
        seed: seed('never', 'never'),
      });
    const refusal = { kind: 'image', retryable: false };
    await expect(rebuilt(bad, diskGb, copied.sha256)).rejects.toMatchObject(refusal);
    await expect(rebuilt(join(suite.harness.directory, 'absent.qcow2'), diskGb)).rejects.toMatchObject(refusal);
    await expect(rebuilt(copy, spec.diskGb - 1)).rejects.toMatchObject(refusal);
    expect(await suite.power(spec)).toBe('stopped');
  });

  it('restores a copy, whose file may be deleted afterwards', async () => {
    const order = {
      source: { from: 'copy', path: copy, format: 'qcow2', sha256: copied.sha256 } as const,
      diskGb: spec.diskGb + 1,
      seed: seed('restored', 'restored'),
    };
    await suite.compute.rebuild(spec.machineId, order);
    await suite.compute.rebuild(spec.machineId, order);
    await rm(copy);
    await boot();
    const look = await suite.harness.inspector.facts(spec);
    expect(look).toMatchObject({ hostname: 'restored', vcpus: 2 });
    // It is seeded as a new machine, so its identity differs from that of the copied machine.
    expect(look.identity).toMatch(/^[0-9a-f]{32}$/);
    expect(look.identity).not.toBe(copied.identity);
    expect(await read('before')).toBe('kept');
    expect(await read('after')).toBeNull();
  });

  it('rebuilds the disk from an image, without any earlier data', async () => {
    await suite.compute.powerOff(spec.machineId);
    await suite.compute.rebuild(spec.machineId, { source: spec.source, diskGb: spec.diskGb, seed: seed('rebuilt', 'rebuilt') });
    await boot();
    expect(await suite.harness.inspector.facts(spec)).toMatchObject({ hostname: 'rebuilt', diskGb: spec.diskGb });
    expect(await read('before')).toBeNull();
  });

  it('reboots into an ISO that was inserted while it ran, and back to the disk', async () => {
    const { compute } = suite;
    const before = await suite.untilBooted(spec);
    const primary = await suite.harness.iso('live', 'hello from the live ISO');
    await compute.setMedia(spec.machineId, { primary, secondary: null, bootFrom: 'iso' });
    await compute.reboot(spec.machineId, before);
    await suite.until('its output on the console', async () => {
      const log = (await compute.consoleLog(spec.machineId)).toString('latin1');
      return log.includes(compute.capabilities.real ? 'hello from the live ISO' : 'booted from iso');
    });
    const since = suite.events.length;
    await compute.reboot(spec.machineId, before);
    expect(await compute.inspect(spec.machineId)).toMatchObject({ power: 'running', up: false });
    expect(suite.events.slice(since)).toEqual([]);
    await compute.setMedia(spec.machineId, NO_MEDIA);
    // Booting from the disk again uses the same code, and takes half a minute with a real guest.
    if (compute.capabilities.real) return;
    await compute.reboot(spec.machineId, null);
    expect(await suite.untilBooted(spec)).not.toBe(before);
    expect(await read('before')).toBeNull();
  });

  it('boots an ISO with a blank disk', async () => {
    await suite.compute.powerOff(spec.machineId);
    await suite.compute.rebuild(spec.machineId, { source: { from: 'blank' }, diskGb: 1, seed: seed('blank', 'blank') });
    const primary = await suite.harness.iso('installer', 'hello from the ISO');
    await suite.compute.setMedia(spec.machineId, { primary, secondary: null, bootFrom: 'iso' });
    await suite.compute.start(spec.machineId);
    await suite.until('its output on the console', async () => {
      const log = (await suite.compute.consoleLog(spec.machineId)).toString('latin1');
      return log.includes(suite.compute.capabilities.real ? 'hello from the ISO' : 'booted from iso');
    });
    expect(await suite.compute.inspect(spec.machineId)).toMatchObject({ power: 'running', up: false });
    await suite.compute.setMedia(spec.machineId, NO_MEDIA);
  });

  it('leaves nothing behind', async () => {
    await suite.compute.destroy(spec.machineId);
    expect(await suite.harness.leftovers(spec.machineId)).toEqual([]);
  });
}
