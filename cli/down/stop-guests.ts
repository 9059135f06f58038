/** Shuts every guest down, powers off those that do not react, and removes their network. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Report, step } from '@innkeeper/apps/terminal/report';
import type { Engine } from '@innkeeper/engine/open';

/** A request to shut down is lost on a guest that still boots, so it is repeated. */
const REPEAT_MS = 3_000;
const LOOK_MS = 250;

/** The engine is open for as long as this takes. Nothing else may drive it meanwhile. */
export async function stopGuests(engine: Engine, { report, graceMs }: { report: Report; graceMs: number }): Promise<void> {
  const { compute, network } = engine;
  await compute.open();
  try {
    const work = async (tell: (text: string) => void) => {
      const deadline = Date.now() + graceMs;
      let asked = 0;
      let running = await runningMachines(engine);
      const all = running.length;
      while (running.length > 0 && Date.now() < deadline) {
        if (Date.now() - asked >= REPEAT_MS) {
          await Promise.all(running.map((machineId) => compute.requestShutdown(machineId)));
          asked = Date.now();
          tell(`${running.length} left`);
        }
        await sleep(LOOK_MS);
        running = await runningMachines(engine);
      }
      await Promise.all(running.map((machineId) => compute.powerOff(machineId)));
      await network.withdraw();
      return { all, cut: running.length };
    };
    await step(
      report,
      'Stop the guests',
      work,
      ({ all, cut }) => `${all} stopped${cut > 0 ? `, ${cut} of them powered off` : ''}`,
    );
  } finally {
    await compute.close();
  }
}

async function runningMachines({ compute }: Engine): Promise<string[]> {
  const machines = await compute.list();
  return machines.filter((machine) => machine.power === 'running').map((machine) => machine.machineId);
}
