/** Defines `./innkeeper systemd`, which lets systemd start Innkeeper at boot and shut guests down with the host. */
import { loadForCommand } from '@innkeeper/apps/configuration/command';
import { createEngineOfHome } from '@innkeeper/apps/installation/engine';
import { homeAt, requireStateOfNode } from '@innkeeper/apps/installation/home';
import { moveEnvironment } from '@innkeeper/apps/systemd/environment';
import { checkInstall, installUnits, removeUnits } from '@innkeeper/apps/systemd/install';
import { type GuestProcess, listGuests, readUnit, UNIT_DIRECTORY, UNITS } from '@innkeeper/apps/systemd/manager';
import { step, terminalReport } from '@innkeeper/apps/terminal/report';
import { preparePackages } from '@innkeeper/apps/up/packages';
import { isBootedBySystemd } from '@innkeeper/engine/host/launcher';
import { Command } from 'commander';
import { homeOption, type WithHome } from './program/home-option.ts';

export function systemdCommand(): Command {
  return new Command('systemd')
    .description('start Innkeeper at boot, and shut guests down with the host')
    .addCommand(
      new Command('install')
        .description('install and start the units; run it again after each update')
        .addOption(homeOption())
        .action(install),
    )
    .addCommand(
      new Command('status').description('show the units, and guests that run').addOption(homeOption()).action(showStatus),
    )
    .addCommand(
      new Command('remove')
        .description('stop Innkeeper and delete the units; guests keep running')
        .addOption(homeOption())
        .action(remove),
    );
}

async function install(options: WithHome): Promise<void> {
  const home = homeAt(options.home);
  const { engine } = await requireStateOfNode(home);
  await checkInstall(home);
  const report = terminalReport();
  for (const { variable, key } of await moveEnvironment(home, process.env))
    console.log(`Wrote ${key} into ${home.configuration}, since the unit does not get ${variable}. Unset the variable.`);
  if (engine === 'qemu') await preparePackages(report);
  const { values } = await loadForCommand(home);
  const { images } = await createEngineOfHome(home, engine, values);
  await step(report, 'Guest image', (tell) => images.provide('tiny', tell));
  await step(
    report,
    'Units',
    () => installUnits(home),
    () => `${UNITS.join(' and ')} in ${UNIT_DIRECTORY}`,
  );
  const outside = (await listGuests(home)).filter(({ isInScope }) => !isInScope);
  console.log('Innkeeper starts at boot, and again when it crashes. Its log: journalctl -u innkeeper');
  for (const line of describeOutside(outside)) console.log(line);
}

async function showStatus(options: WithHome): Promise<void> {
  const home = homeAt(options.home);
  if (!(await isBootedBySystemd())) {
    console.log('systemd does not run this machine (it is not PID 1).');
    return;
  }
  for (const unit of UNITS) {
    const { enabled, active, mainPid } = await readUnit(unit);
    const process = mainPid > 0 ? `, process ${mainPid}` : '';
    console.log(`${unit}  ${enabled === '' ? 'not installed' : enabled}, ${active}${process}`);
  }
  const guests = await listGuests(home);
  console.log(`Guests that run: ${guests.length}`);
  for (const line of describeOutside(guests.filter(({ isInScope }) => !isInScope))) console.log(line);
}

async function remove(options: WithHome): Promise<void> {
  const home = homeAt(options.home);
  if (!(await removeUnits(home))) {
    console.log('The units are not installed.');
    return;
  }
  const { length } = await listGuests(home);
  console.log(`Removed ${UNITS.join(' and ')}. Innkeeper is down.`);
  if (length > 0)
    console.log(
      `${length} ${length === 1 ? 'guest keeps' : 'guests keep'} running. Stop them before this host shuts down: ./innkeeper down --guests`,
    );
}

function describeOutside(guests: readonly GuestProcess[]): string[] {
  if (guests.length === 0) return [];
  return [
    `Started before the units were installed: ${guests.map(({ machineId }) => machineId).join(', ')}. They keep running when Innkeeper restarts.`,
    'A shutdown of this host may end them without asking them, until each of these servers was stopped and started once.',
  ];
}
