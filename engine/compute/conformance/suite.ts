/** What the cases share: the driver as it is open now, its events, and patience. */
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

  /** Asks until it holds, since nothing is told at once by a real guest. */
  async until<T>(what: string, ask: () => Promise<T | null | false>): Promise<T> {
    const { patience } = this.harness;
    const deadline = Date.now() + patience;
    for (;;) {
      const answer = await ask();
      if (answer !== null && answer !== false) return answer;
      if (Date.now() > deadline) throw new Error(`waited ${patience} ms for: ${what}`);
      await sleep(100);
    }
  }

  async power({ machineId }: MachineSpec): Promise<MachinePower> {
    return (await this.compute.inspect(machineId)).power;
  }

  async listed({ machineId }: MachineSpec): Promise<MachinePower> {
    return (await this.compute.list()).find((machine) => machine.machineId === machineId)?.power ?? 'absent';
  }

  untilPower(spec: MachineSpec, wanted: MachinePower): Promise<true> {
    return this.until(`power ${wanted}`, async () => (await this.power(spec)) === wanted);
  }

  /** The boot id of a guest that has booted, another one than `not`. */
  untilBooted({ machineId }: MachineSpec, not: string | null = null): Promise<string> {
    return this.until('a booted guest', async () => {
      const { up, bootId } = await this.compute.inspect(machineId);
      return up && bootId !== not && bootId;
    });
  }

  untilTold({ machineId }: MachineSpec, kind: MachineEvent['kind'], since: number): Promise<true> {
    const told = (event: MachineEvent) => event.kind === kind && event.machineId === machineId;
    return this.until(`event ${kind}`, async () => this.events.slice(since).some(told));
  }

  #listen(): void {
    this.harness.compute.watch((event) => this.events.push(event));
  }
}
