/** `./innkeeper down`: stops Innkeeper, and its guests only with `--guests`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { whileClaimed } from '@innkeeper/apps/installation/claim';
import { createEngineOfHome } from '@innkeeper/apps/installation/engine';
import { homeAt, requireStateOfNode } from '@innkeeper/apps/installation/home';
import { processStart, type RunningInstallation, readRunning, removeRunning } from '@innkeeper/apps/installation/running';
import { isUnitProcess, systemctl } from '@innkeeper/apps/systemd/manager';
import { INNKEEPER_UNIT } from '@innkeeper/apps/systemd/units';
import { CommandError } from '@innkeeper/apps/terminal/command-error';
import { step, terminalReport } from '@innkeeper/apps/terminal/report';
import { Command } from 'commander';
import { stopGuests } from './down/stop-guests.ts';
import { homeOption, type WithHome } from './program/home-option.ts';

/** Time limit in milliseconds. API, worker and PostgreSQL get 25 s each to stop (supervise/child.ts). */
const STOP_WITHIN_MS = 90_000;
const POLL_MS = 50;

export function downCommand(): Command {
  return new Command('down')
    .description('stop Innkeeper; guests keep running')
    .addOption(homeOption())
    .option('--guests', 'also stop the guests; the next start boots them again')
    .action(down);
}

async function down(options: WithHome & { guests?: boolean }): Promise<void> {
  const home = homeAt(options.home);
  const { engine: kind } = await requireStateOfNode(home);
  const report = terminalReport();
  const running = await readRunning(home);
  if (running) await step(report, 'Stop Innkeeper', () => stopSupervisor(running));
  else {
    // A supervisor in another container is not visible here, and its file must stay.
    await whileClaimed(home, () => removeRunning(home));
    console.log('Innkeeper is not running.');
  }
  await removeRunning(home);
  const { settings, values } = await loadForCommand(home);
  const engine = await createEngineOfHome(home, kind, values);
  const guests = (await engine.compute.list()).filter((machine) => machine.power === 'running');
  if (options.guests) await stopGuests(engine, { report, graceMs: settings.shutdownGraceMs, tearsDownNetwork: true });
  else if (guests.length > 0) console.log(`${describeGuests(guests.length)} running. Stop them with ./innkeeper down --guests.`);
}

async function stopSupervisor({ pid, started }: RunningInstallation): Promise<void> {
  // systemd restarts a process that it did not stop itself and that exits with a failure.
  if (await isUnitProcess(pid)) return systemctl('stop', INNKEEPER_UNIT);
  process.kill(pid, 'SIGTERM');
  for (const deadline = Date.now() + STOP_WITHIN_MS; processStart(pid) === started; await sleep(POLL_MS)) {
    if (Date.now() < deadline) continue;
    // The children notice the death of the supervisor and end by themselves.
    process.kill(pid, 'SIGKILL');
    throw new CommandError(`Innkeeper did not stop within ${STOP_WITHIN_MS / 1000} s and was killed.`);
  }
}

function describeGuests(guests: number): string {
  return guests === 1 ? '1 guest keeps' : `${guests} guests keep`;
}
