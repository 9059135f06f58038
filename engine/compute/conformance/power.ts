/** Tests the life cycle of a machine: create, start, reboot, stop, adopt, crash, destroy. */
import { readdir } from 'node:fs/promises';
import { beforeAll, expect, it } from 'vitest';
import { EngineError } from '../../error.ts';
import type { MachineSpec } from '../port.ts';
import type { Suite } from './suite.ts';

export function powerCases(opened: () => Suite): void {
  let suite: Suite;
  let spec: MachineSpec;
  beforeAll(async () => {
    suite = opened();
    spec = await suite.harness.spec('conformance-1');
  });

  it('reports whether its guests are real', () => {
    expect(suite.compute.capabilities.real).toBe(suite.harness.login !== null);
  });

  it('handles a machine that was never created', async () => {
    expect(await suite.compute.inspect(spec.machineId)).toEqual({
      machineId: spec.machineId,
      power: 'absent',
      bootId: null,
      up: false,
    });
    const refusal = await suite.compute.start(spec.machineId).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(EngineError);
    expect(refusal).toMatchObject({ kind: 'absent', retryable: false });
    await suite.compute.destroy(spec.machineId);
  });

  it('creates a stopped machine, and a second create is harmless', async () => {
    await suite.compute.create(spec);
    await suite.compute.create(spec);
    expect(await suite.power(spec)).toBe('stopped');
    expect(await suite.listed(spec)).toBe('stopped');
    expect((await readdir(suite.compute.directory)).filter((name) => name.startsWith(spec.machineId))).toHaveLength(1);
  });

  it('lists the addresses that a machine was given', async () => {
    const { machineId, nic } = spec;
    expect(await suite.compute.addresses()).toContainEqual({ machineId, addresses: nic.addresses });
  });

  it('boots it, and a second start is harmless', async () => {
    const since = suite.events.length;
    await suite.compute.start(spec.machineId);
    await suite.compute.start(spec.machineId);
    const bootId = await suite.untilBooted(spec);
    await suite.compute.start(spec.machineId);
    expect(await suite.untilBooted(spec)).toBe(bootId);
    expect(await suite.listed(spec)).toBe('running');
    await suite.untilEvent(spec, 'started', since);
  });

  it('applies hostname, address, key and disk size in the guest', async () => {
    const { hostname, fqdn } = await suite.harness.inspector.facts(spec);
    expect([hostname, fqdn]).toEqual([spec.seed.hostname.split('.')[0], spec.seed.hostname]);
    if (suite.harness.login === null) return;
    expect(await suite.harness.login(spec, 'ip -4 addr show dev eth0')).toContain(spec.nic.addresses[0]?.address ?? 'none');
    const kilobytes = await suite.harness.login(spec, "df -k / | awk 'END{print $2}'");
    expect(Number(kilobytes)).toBeGreaterThan(spec.diskGb * 1024 * 1024 * 0.9);
    expect(await suite.harness.login(spec, 'cat /root/started-by-script')).toBe('once');
  });

  it('measures a running machine', async () => {
    const usage = await suite.compute.measure(spec.machineId);
    expect(usage?.cpuSeconds).toBeGreaterThanOrEqual(0);
    expect(usage?.diskBytes).toBeGreaterThanOrEqual(0);
    expect(usage?.diskBytes).toBeLessThanOrEqual(spec.diskGb * 2 ** 30);
  });

  it('measures disk usage as the guest sees it', async () => {
    const { login } = suite.harness;
    if (login === null) return;
    // Zeros take no space in the host's file.
    await login(spec, 'dd if=/dev/zero of=/root/zeros bs=1M count=40 2>/dev/null; sync');
    const seen = Number(await login(spec, "df -k / | awk 'END{print $3}'")) * 1024;
    const reported = (await suite.compute.measure(spec.machineId))?.diskBytes ?? 0;
    expect(Math.abs(reported - seen)).toBeLessThan(4 * 2 ** 20);
    await login(spec, 'rm /root/zeros; sync');
  });

  it('counts received and sent bytes, each once', async () => {
    const { login } = suite.harness;
    if (login === null || spec.nic.plug.kind !== 'tap') return;
    const bytes = 2_000_000;
    const counted = async (command: string) => {
      const before = await suite.compute.measure(spec.machineId);
      await login(spec, command);
      const after = await suite.compute.measure(spec.machineId);
      return {
        in: (after?.netInBytes ?? 0) - (before?.netInBytes ?? 0),
        out: (after?.netOutBytes ?? 0) - (before?.netOutBytes ?? 0),
      };
    };
    // SSH, TCP and Ethernet add a few percent. Acknowledgements travel in the other direction.
    const sent = await counted(`head -c ${bytes} /dev/zero`);
    expect(sent.out).toBeGreaterThan(bytes);
    expect(sent.out).toBeLessThan(1.3 * bytes);
    expect(sent.in).toBeLessThan(0.3 * bytes);
  });

  it('reboots, but only if the given boot id is still current', async () => {
    const before = await suite.untilBooted(spec);
    const since = suite.events.length;
    await suite.compute.reboot(spec.machineId, before);
    const after = await suite.untilBooted(spec, before);
    await suite.untilEvent(spec, 'rebooted', since);
    await suite.compute.reboot(spec.machineId, before);
    expect(await suite.untilBooted(spec)).toBe(after);
    const ended = suite.compute.reboot(spec.machineId, after, AbortSignal.abort(new Error('no longer wanted')));
    await expect(ended).rejects.toThrow('no longer wanted');
    expect(await suite.untilBooted(spec)).toBe(after);
    if (suite.harness.login !== null) expect(await suite.harness.login(spec, 'cat /root/started-by-script')).toBe('once');
  });

  it('adopts a running machine after a restart', async () => {
    const before = await suite.untilBooted(spec);
    await suite.restart();
    expect(await suite.listed(spec)).toBe('running');
    expect(await suite.untilBooted(spec)).toBe(before);
  });

  it('shuts down through the guest, and twice is fine', async () => {
    const since = suite.events.length;
    await suite.compute.requestShutdown(spec.machineId);
    await suite.compute.requestShutdown(spec.machineId);
    await suite.untilPower(spec, 'stopped');
    await suite.compute.requestShutdown(spec.machineId);
    expect(await suite.listed(spec)).toBe('stopped');
    expect(await suite.compute.measure(spec.machineId)).toBeNull();
    await suite.untilEvent(spec, 'stopped', since);
  });

  it('powers off, and twice is fine', async () => {
    await suite.compute.start(spec.machineId);
    expect(await suite.power(spec)).toBe('running');
    const since = suite.events.length;
    await suite.compute.powerOff(spec.machineId);
    await suite.compute.powerOff(spec.machineId);
    expect(await suite.power(spec)).toBe('stopped');
    await suite.untilEvent(spec, 'stopped', since);
  });

  it('detects a dead hypervisor process, and starts again', async () => {
    await suite.compute.start(spec.machineId);
    const since = suite.events.length;
    await suite.harness.killProcess(spec.machineId);
    await suite.untilEvent(spec, 'crashed', since);
    expect(await suite.power(spec)).toBe('crashed');
    expect(await suite.listed(spec)).toBe('crashed');
    await suite.compute.start(spec.machineId);
    expect(await suite.power(spec)).toBe('running');
  });

  it('detects a guest that shut itself down', async () => {
    await suite.untilBooted(spec);
    const since = suite.events.length;
    await suite.harness.powerOffGuest(spec);
    await suite.untilEvent(spec, 'stopped', since);
    expect(await suite.power(spec)).toBe('stopped');
  });

  it('detects after a restart that a hypervisor process has died', async () => {
    await suite.compute.start(spec.machineId);
    await suite.restart(() => suite.harness.killProcess(spec.machineId));
    expect(await suite.listed(spec)).toBe('crashed');
  });

  it('detects after a restart that a guest shut itself down', async () => {
    await suite.compute.start(spec.machineId);
    await suite.untilBooted(spec);
    await suite.restart(() => suite.harness.powerOffGuest(spec));
    expect(await suite.listed(spec)).toBe('stopped');
  });

  it('detects after a restart which machines ran when the host went down, and starts or stops them', async () => {
    await suite.compute.start(spec.machineId);
    await suite.restart(() => suite.harness.simulateHostReboot(spec.machineId));
    expect(await suite.listed(spec)).toBe('interrupted');
    expect(await suite.power(spec)).toBe('interrupted');
    await suite.compute.start(spec.machineId);
    expect(await suite.listed(spec)).toBe('running');
    await suite.restart(() => suite.harness.simulateHostReboot(spec.machineId));
    await suite.compute.powerOff(spec.machineId);
    expect(await suite.listed(spec)).toBe('stopped');
  });

  it('records a machine stopped for a restart as interrupted, even if the driver reopens before the guest is off', async () => {
    await suite.compute.start(spec.machineId);
    await suite.untilBooted(spec);
    await suite.compute.requestShutdown(spec.machineId, { startsAgain: true });
    await suite.restart();
    await suite.untilPower(spec, 'interrupted');
    expect(await suite.listed(spec)).toBe('interrupted');
    await suite.compute.start(spec.machineId);
    expect(await suite.listed(spec)).toBe('running');
    await suite.compute.powerOff(spec.machineId, { startsAgain: true });
    await suite.compute.powerOff(spec.machineId, { startsAgain: true });
    expect(await suite.listed(spec)).toBe('interrupted');
    await suite.restart();
    expect(await suite.listed(spec)).toBe('interrupted');
  });

  it('keeps a machine off that is stopped permanently after a request to stop with its host', async () => {
    await suite.compute.start(spec.machineId);
    await suite.untilBooted(spec);
    await suite.compute.requestShutdown(spec.machineId, { startsAgain: true });
    await suite.compute.requestShutdown(spec.machineId);
    await suite.untilPower(spec, 'stopped');
    await suite.compute.powerOff(spec.machineId, { startsAgain: true });
    expect(await suite.listed(spec)).toBe('stopped');
  });

  it('destroys a running machine and leaves nothing behind', async () => {
    await suite.compute.start(spec.machineId);
    const orphanedFiles = async () =>
      (await suite.compute.orphanedFiles()).filter(({ machineId }) => machineId === spec.machineId);
    expect(await orphanedFiles()).toEqual([]);
    await suite.compute.destroy(spec.machineId);
    await suite.compute.destroy(spec.machineId);
    expect(await orphanedFiles()).toEqual([]);
    expect(await suite.power(spec)).toBe('absent');
    expect(await suite.listed(spec)).toBe('absent');
    expect(await suite.harness.leftovers(spec.machineId)).toEqual([]);
  });
}
