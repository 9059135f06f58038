/**
 * What every compute driver must do, as one suite. A driver's test file gives a harness: how to make a spec, how to play
 * the world outside, and, where guests are real, how to log in.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type ComputePort, EngineError, type MachineEvent, type MachinePower, type MachineSpec } from './port.ts';

export interface ComputeHarness {
  /** Opened. */
  compute: ComputePort;
  /** A fresh machine, its network attached, its seed admitting the key that `login` uses. */
  spec(machineId: string): Promise<MachineSpec>;
  /** Ends the driver as a restart of Innkeeper does, and opens a new one over the same home. */
  restart(between?: () => Promise<void>): Promise<ComputePort>;
  /** The guest powers itself off, without an order of ours. */
  guestPowersOff(spec: MachineSpec): Promise<void>;
  /** The hypervisor's process dies. */
  processDies(machineId: string): Promise<void>;
  /** Runs a command in the guest by SSH and gives its output; null where guests are not real. */
  login: ((spec: MachineSpec, command: string) => Promise<string>) | null;
  /** Files, processes and devices that are still there of a machine. */
  leftovers(machineId: string): Promise<string[]>;
  close(): Promise<void>;
  /** How long a guest may take to boot or shut down, ms. */
  patience: number;
}

const MACHINE_ID = 'conformance-1';

export function computeConformance(name: string, openHarness: () => Promise<ComputeHarness>): void {
  describe(`compute: ${name}`, () => {
    let harness: ComputeHarness;
    let compute: ComputePort;
    let spec: MachineSpec;
    const events: MachineEvent[] = [];
    const watch = () => compute.watch((event) => events.push(event));

    beforeAll(async () => {
      harness = await openHarness();
      compute = harness.compute;
      watch();
      spec = await harness.spec(MACHINE_ID);
    });
    afterAll(async () => {
      await compute?.destroy(MACHINE_ID).catch(() => undefined);
      await harness?.close();
    });

    /** Asks until it holds, since nothing is told at once by a real guest. */
    async function until<T>(what: string, ask: () => Promise<T | null | false>): Promise<T> {
      const deadline = Date.now() + harness.patience;
      for (;;) {
        const answer = await ask();
        if (answer !== null && answer !== false) return answer;
        if (Date.now() > deadline) throw new Error(`waited ${harness.patience} ms for: ${what}`);
        await sleep(100);
      }
    }
    const power = async () => (await compute.inspect(spec.machineId)).power;
    const listed = async () => (await compute.list()).find((machine) => machine.machineId === spec.machineId)?.power ?? 'absent';
    const untilPower = (wanted: MachinePower) => until(`power ${wanted}`, async () => (await power()) === wanted);
    const untilBooted = () =>
      until('a booted guest', async () => {
        const report = await compute.inspect(spec.machineId);
        return report.up && report.bootId !== null ? report.bootId : null;
      });
    const untilTold = (kind: MachineEvent['kind'], since: number) =>
      until(`event ${kind}`, async () => events.slice(since).some((e) => e.kind === kind && e.machineId === spec.machineId));

    it('says truly whether its guests are real', () => {
      expect(compute.capabilities.real).toBe(harness.login !== null);
    });

    it('answers for a machine that was never created', async () => {
      expect(await compute.inspect(spec.machineId)).toEqual({
        machineId: spec.machineId,
        power: 'absent',
        bootId: null,
        up: false,
      });
      const refusal = await compute.start(spec.machineId).then(
        () => null,
        (error: unknown) => error,
      );
      expect(refusal).toBeInstanceOf(EngineError);
      expect(refusal).toMatchObject({ kind: 'absent', retryable: false });
      await compute.destroy(spec.machineId);
    });

    it('creates a stopped machine, once', async () => {
      await compute.create(spec);
      await compute.create(spec);
      expect(await power()).toBe('stopped');
      expect(await listed()).toBe('stopped');
    });

    it('boots it, once', async () => {
      const since = events.length;
      await compute.start(spec.machineId);
      await compute.start(spec.machineId);
      const bootId = await untilBooted();
      await compute.start(spec.machineId);
      expect(await untilBooted()).toBe(bootId);
      expect(await listed()).toBe('running');
      await untilTold('started', since);
    });

    it('gives the guest its name, address, key and disk', async () => {
      if (harness.login === null) return;
      expect(await harness.login(spec, 'hostname')).toBe(spec.seed.hostname);
      expect(await harness.login(spec, 'ip -4 addr show dev eth0')).toContain(spec.nic.addresses[0]?.address ?? 'none');
      const kilobytes = await harness.login(spec, "df -k / | awk 'END{print $2}'");
      expect(Number(kilobytes)).toBeGreaterThan(spec.diskGb * 1024 * 1024 * 0.9);
      expect(await harness.login(spec, 'cat /root/started-by-script')).toBe('once');
    });

    it('measures a running machine', async () => {
      const usage = await compute.measure(spec.machineId);
      expect(usage?.cpuSeconds).toBeGreaterThanOrEqual(0);
      expect(usage?.diskBytes).toBeGreaterThanOrEqual(0);
    });

    it('reboots, and only the boot that was named', async () => {
      const before = await untilBooted();
      const since = events.length;
      await compute.reboot(spec.machineId, before);
      const after = await until('another boot id', async () => {
        const { bootId, up } = await compute.inspect(spec.machineId);
        return up && bootId !== before && bootId;
      });
      await untilTold('rebooted', since);
      await compute.reboot(spec.machineId, before);
      expect(await untilBooted()).toBe(after);
      if (harness.login !== null) expect(await harness.login(spec, 'cat /root/started-by-script')).toBe('once');
    });

    it('adopts a running machine after a restart', async () => {
      const before = await untilBooted();
      compute = await harness.restart();
      watch();
      expect(await listed()).toBe('running');
      expect(await untilBooted()).toBe(before);
    });

    it('shuts down when the guest agrees, and twice is fine', async () => {
      const since = events.length;
      await compute.requestShutdown(spec.machineId);
      await compute.requestShutdown(spec.machineId);
      await untilPower('stopped');
      await compute.requestShutdown(spec.machineId);
      expect(await listed()).toBe('stopped');
      expect(await compute.measure(spec.machineId)).toBeNull();
      await untilTold('stopped', since);
    });

    it('pulls the plug, and twice is fine', async () => {
      await compute.start(spec.machineId);
      expect(await power()).toBe('running');
      const since = events.length;
      await compute.powerOff(spec.machineId);
      await compute.powerOff(spec.machineId);
      expect(await power()).toBe('stopped');
      await untilTold('stopped', since);
    });

    it('notices a hypervisor that dies, and starts anew', async () => {
      await compute.start(spec.machineId);
      const since = events.length;
      await harness.processDies(spec.machineId);
      await untilTold('crashed', since);
      expect(await power()).toBe('crashed');
      expect(await listed()).toBe('crashed');
      await compute.start(spec.machineId);
      expect(await power()).toBe('running');
    });

    it('notices a guest that powers itself off', async () => {
      await untilBooted();
      const since = events.length;
      await harness.guestPowersOff(spec);
      await untilTold('stopped', since);
      expect(await power()).toBe('stopped');
    });

    it('finds out after a restart that a hypervisor has died', async () => {
      await compute.start(spec.machineId);
      compute = await harness.restart(() => harness.processDies(spec.machineId));
      watch();
      expect(await listed()).toBe('crashed');
    });

    it('finds out after a restart that a guest has powered itself off', async () => {
      await compute.start(spec.machineId);
      await untilBooted();
      compute = await harness.restart(() => harness.guestPowersOff(spec));
      watch();
      expect(await listed()).toBe('stopped');
    });

    it('destroys a running machine and leaves nothing', async () => {
      await compute.start(spec.machineId);
      await compute.destroy(spec.machineId);
      await compute.destroy(spec.machineId);
      expect(await power()).toBe('absent');
      expect(await listed()).toBe('absent');
      expect(await harness.leftovers(spec.machineId)).toEqual([]);
    });
  });
}
