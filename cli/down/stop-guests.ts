/**
 * Shuts down every guest, and powers off guests that do not react.
 *
 * A guest stopped this way is `interrupted`: the next start of Innkeeper boots it again, with or without a reboot of the host. A server
 * that its owner has stopped stays off.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { type Report, step } from '@innkeeper/apps/terminal/report';
import type { Engine } from '@innkeeper/engine/open';

/** Interval in milliseconds between two shutdown requests. A guest that is still booting loses a request. */
const REPEAT_MS = 3_000;
const POLL_INTERVAL_MS = 250;

interface StopGuestsOptions {
  report: Report;
  /** Time in milliseconds that guests have to shut down. */
  graceMs: number;
  /** True to remove the guests' network afterwards. A shutdown of the host removes it anyway. */
  tearsDownNetwork: boolean;
}

/**
 * Opens the engine, stops all guests and closes the engine. Nothing else may drive the engine at that time. A failing guest does not delay
 * the others. Throws a `CommandError` that names the guests that could not be powered off.
 */
export async function stopGuests(engine: Engine, options: StopGuestsOptions): Promise<void> {
  const { report, graceMs, tearsDownNetwork } = options;
  const { compute, network } = engine;
  await compute.open();
  try {
    const work = async (tell: (text: string) => void) => {
      const deadline = Date.now() + graceMs;
      let lastRequestAt = 0;
      let running = await runningMachines(engine);
      const all = running.length;
      while (running.length > 0 && Date.now() < deadline) {
        if (Date.now() - lastRequestAt >= REPEAT_MS) {
          // Ignore failures: a guest that cannot be reached is powered off after the grace period.
          await Promise.allSettled(running.map((machineId) => compute.requestShutdown(machineId, { startsAgain: true })));
          lastRequestAt = Date.now();
          tell(`${running.length} left`);
        }
        await sleep(POLL_INTERVAL_MS);
        running = await runningMachines(engine);
      }
      await powerOffAll(engine, running);
      if (tearsDownNetwork) await network.tearDown();
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

async function powerOffAll({ compute }: Engine, machineIds: readonly string[]): Promise<void> {
  const failures = await Promise.all(
    machineIds.map((machineId) =>
      compute.powerOff(machineId, { startsAgain: true }).then(
        () => [],
        (error: unknown) => [`${machineId} (${error instanceof Error ? error.message : String(error)})`],
      ),
    ),
  );
  if (failures.flat().length > 0) throw new CommandError(`These guests could not be stopped: ${failures.flat().join(', ')}.`);
}

async function runningMachines({ compute }: Engine): Promise<string[]> {
  const machines = await compute.list();
  return machines.filter((machine) => machine.power === 'running').map((machine) => machine.machineId);
}
