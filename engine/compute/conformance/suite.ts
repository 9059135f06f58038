/** The state shared by the cases: the open driver, its events, and polling helpers. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ComputePort, MachineEvent, MachinePower, MachineSpec } from '../port.ts';
import type { ComputeHarness } from './harness.ts';

export class Suite {
  readonly harness: ComputeHarness;
  readonly events: MachineEvent[] = [];

  constructor(harness: ComputeHarness) {
    this.harness = harness;
    this.#listen();
  }

  get compute(): ComputePort {
    return this.harness.compute;
  }

  async restart(between?: () => Promise<void>): Promise<void> {
    await this.harness.restart(between);
    this.#listen();
  }

  /** Polls until `ask` returns a value, because a real guest takes time. */
  async until<T>(what: string, ask: () => Promise<T | null | false>): Promise<T> {
    const { timeoutMs } = this.harness;
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const answer = await ask();
      if (answer !== null && answer !== false) return answer;
      if (Date.now() > deadline) throw new Error(`waited ${timeoutMs} ms for: ${what}`);
      await sleep(100);
    }
  }

  async power({ machineId }: MachineSpec): Promise<MachinePower> {
    return (await this.compute.inspect(machineId)).power;
  }

  async listed({ machineId }: MachineSpec): Promise<MachinePower> {
    return (await this.compute.list()).find((machine) => machine.machineId === machineId)?.power ?? 'absent';
  }

  untilPower(spec: MachineSpec, power: MachinePower): Promise<true> {
    return this.until(`power ${power}`, async () => (await this.power(spec)) === power);
  }

  /** Returns the boot id of a booted guest once it differs from `not`. */
  untilBooted({ machineId }: MachineSpec, not: string | null = null): Promise<string> {
    return this.until('a booted guest', async () => {
      const { up, bootId } = await this.compute.inspect(machineId);
      return up && bootId !== not && bootId;
    });
  }

  untilEvent({ machineId }: MachineSpec, kind: MachineEvent['kind'], since: number): Promise<true> {
    const matches = (event: MachineEvent) => event.kind === kind && event.machineId === machineId;
    return this.until(`event ${kind}`, async () => this.events.slice(since).some(matches));
  }

  #listen(): void {
    this.harness.compute.watch((event) => this.events.push(event));
  }
}
