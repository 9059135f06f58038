/** Life and death of a machine: created, started, rebooted, stopped, adopted, lost, destroyed. */
import { beforeAll, expect, it } from 'vitest';
import { EngineError, type MachineSpec } from '../port.ts';
import type { Stage } from './stage.ts';

export function powerCases(opened: () => Stage): void {
  let stage: Stage;
  let spec: MachineSpec;
  beforeAll(async () => {
    stage = opened();
    spec = await stage.harness.spec('conformance-1');
  });

  it('says truly whether its guests are real', () => {
    expect(stage.compute.capabilities.real).toBe(stage.harness.login !== null);
  });

  it('answers for a machine that was never created', async () => {
    expect(await stage.compute.inspect(spec.machineId)).toEqual({
      machineId: spec.machineId,
      power: 'absent',
      bootId: null,
      up: false,
    });
    const refusal = await stage.compute.start(spec.machineId).then(
      () => null,
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(EngineError);
    expect(refusal).toMatchObject({ kind: 'absent', retryable: false });
    await stage.compute.destroy(spec.machineId);
  });

  it('creates a stopped machine, once', async () => {
    await stage.compute.create(spec);
    await stage.compute.create(spec);
    expect(await stage.power(spec)).toBe('stopped');
    expect(await stage.listed(spec)).toBe('stopped');
  });

  it('boots it, once', async () => {
    const since = stage.events.length;
    await stage.compute.start(spec.machineId);
    await stage.compute.start(spec.machineId);
    const bootId = await stage.untilBooted(spec);
    await stage.compute.start(spec.machineId);
    expect(await stage.untilBooted(spec)).toBe(bootId);
    expect(await stage.listed(spec)).toBe('running');
    await stage.untilTold(spec, 'started', since);
  });

  it('gives the guest its name, address, key and disk', async () => {
    const { hostname, fqdn } = await stage.harness.inside.look(spec);
    expect([hostname, fqdn]).toEqual([spec.seed.hostname.split('.')[0], spec.seed.hostname]);
    if (stage.harness.login === null) return;
    expect(await stage.harness.login(spec, 'ip -4 addr show dev eth0')).toContain(spec.nic.addresses[0]?.address ?? 'none');
    const kilobytes = await stage.harness.login(spec, "df -k / | awk 'END{print $2}'");
    expect(Number(kilobytes)).toBeGreaterThan(spec.diskGb * 1024 * 1024 * 0.9);
    expect(await stage.harness.login(spec, 'cat /root/started-by-script')).toBe('once');
  });

  it('measures a running machine', async () => {
    const usage = await stage.compute.measure(spec.machineId);
    expect(usage?.cpuSeconds).toBeGreaterThanOrEqual(0);
    expect(usage?.diskBytes).toBeGreaterThanOrEqual(0);
    expect(usage?.diskBytes).toBeLessThanOrEqual(spec.diskGb * 2 ** 30);
  });

  it('measures the disk as its guest sees it', async () => {
    const { login } = stage.harness;
    if (login === null) return;
    // Written to the host's file it is small: zeros take no room there.
    await login(spec, 'dd if=/dev/zero of=/root/zeros bs=1M count=40 2>/dev/null; sync');
    const seen = Number(await login(spec, "df -k / | awk 'END{print $3}'")) * 1024;
    const told = (await stage.compute.measure(spec.machineId))?.diskBytes ?? 0;
    expect(Math.abs(told - seen)).toBeLessThan(4 * 2 ** 20);
    await login(spec, 'rm /root/zeros; sync');
  });

  it('counts what a machine receives and sends, each once', async () => {
    const { login } = stage.harness;
    if (login === null || spec.nic.plug.kind !== 'tap') return;
    const bytes = 2_000_000;
    const counted = async (command: string) => {
      const before = await stage.compute.measure(spec.machineId);
      await login(spec, command);
      const after = await stage.compute.measure(spec.machineId);
      return {
        in: (after?.netInBytes ?? 0) - (before?.netInBytes ?? 0),
        out: (after?.netOutBytes ?? 0) - (before?.netOutBytes ?? 0),
      };
    };
    // SSH, TCP and Ethernet add a few percent, acknowledgements go the other way.
    const sent = await counted(`head -c ${bytes} /dev/zero`);
    expect(sent.out).toBeGreaterThan(bytes);
    expect(sent.out).toBeLessThan(1.3 * bytes);
    expect(sent.in).toBeLessThan(0.3 * bytes);
  });

  it('reboots, and only the boot that was named', async () => {
    const before = await stage.untilBooted(spec);
    const since = stage.events.length;
    await stage.compute.reboot(spec.machineId, before);
    const after = await stage.untilBooted(spec, before);
    await stage.untilTold(spec, 'rebooted', since);
    await stage.compute.reboot(spec.machineId, before);
    expect(await stage.untilBooted(spec)).toBe(after);
    const ended = stage.compute.reboot(spec.machineId, after, AbortSignal.abort(new Error('no longer wanted')));
    await expect(ended).rejects.toThrow('no longer wanted');
    expect(await stage.untilBooted(spec)).toBe(after);
    if (stage.harness.login !== null) expect(await stage.harness.login(spec, 'cat /root/started-by-script')).toBe('once');
  });

  it('adopts a running machine after a restart', async () => {
    const before = await stage.untilBooted(spec);
    await stage.restart();
    expect(await stage.listed(spec)).toBe('running');
    expect(await stage.untilBooted(spec)).toBe(before);
  });

  it('shuts down when the guest agrees, and twice is fine', async () => {
    const since = stage.events.length;
    await stage.compute.requestShutdown(spec.machineId);
    await stage.compute.requestShutdown(spec.machineId);
    await stage.untilPower(spec, 'stopped');
    await stage.compute.requestShutdown(spec.machineId);
    expect(await stage.listed(spec)).toBe('stopped');
    expect(await stage.compute.measure(spec.machineId)).toBeNull();
    await stage.untilTold(spec, 'stopped', since);
  });

  it('pulls the plug, and twice is fine', async () => {
    await stage.compute.start(spec.machineId);
    expect(await stage.power(spec)).toBe('running');
    const since = stage.events.length;
    await stage.compute.powerOff(spec.machineId);
    await stage.compute.powerOff(spec.machineId);
    expect(await stage.power(spec)).toBe('stopped');
    await stage.untilTold(spec, 'stopped', since);
  });

  it('notices a hypervisor that dies, and starts anew', async () => {
    await stage.compute.start(spec.machineId);
    const since = stage.events.length;
    await stage.harness.processDies(spec.machineId);
    await stage.untilTold(spec, 'crashed', since);
    expect(await stage.power(spec)).toBe('crashed');
    expect(await stage.listed(spec)).toBe('crashed');
    await stage.compute.start(spec.machineId);
    expect(await stage.power(spec)).toBe('running');
  });

  it('notices a guest that powers itself off', async () => {
    await stage.untilBooted(spec);
    const since = stage.events.length;
    await stage.harness.guestPowersOff(spec);
    await stage.untilTold(spec, 'stopped', since);
    expect(await stage.power(spec)).toBe('stopped');
  });

  it('finds out after a restart that a hypervisor has died', async () => {
    await stage.compute.start(spec.machineId);
    await stage.restart(() => stage.harness.processDies(spec.machineId));
    expect(await stage.listed(spec)).toBe('crashed');
  });

  it('finds out after a restart that a guest has powered itself off', async () => {
    await stage.compute.start(spec.machineId);
    await stage.untilBooted(spec);
    await stage.restart(() => stage.harness.guestPowersOff(spec));
    expect(await stage.listed(spec)).toBe('stopped');
  });

  it('finds out after a restart what ran when the host went down, and starts it or forgets it', async () => {
    await stage.compute.start(spec.machineId);
    await stage.restart(() => stage.harness.hostGoesDown(spec.machineId));
    expect(await stage.listed(spec)).toBe('interrupted');
    expect(await stage.power(spec)).toBe('interrupted');
    await stage.compute.start(spec.machineId);
    expect(await stage.listed(spec)).toBe('running');
    await stage.restart(() => stage.harness.hostGoesDown(spec.machineId));
    await stage.compute.powerOff(spec.machineId);
    expect(await stage.listed(spec)).toBe('stopped');
  });

  it('destroys a running machine and leaves nothing', async () => {
    await stage.compute.start(spec.machineId);
    const strays = async () => (await stage.compute.strays()).filter(({ machineId }) => machineId === spec.machineId);
    expect(await strays()).toEqual([]);
    await stage.compute.destroy(spec.machineId);
    await stage.compute.destroy(spec.machineId);
    expect(await strays()).toEqual([]);
    expect(await stage.power(spec)).toBe('absent');
    expect(await stage.listed(spec)).toBe('absent');
    expect(await stage.harness.leftovers(spec.machineId)).toEqual([]);
  });
}
