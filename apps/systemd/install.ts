/** Installs and removes both units. Guests keep running in either case. */
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { writeAtomic } from '@innkeeper/engine/atomic';
import { isBootedBySystemd } from '@innkeeper/engine/host/launcher';
import { type Home, projectRoot, readState } from '../installation/home.ts';
import { readRunning } from '../installation/running.ts';
import { CommandError } from '../terminal/command-error.ts';
import { isUnitProcess, readUnitFile, systemctl, UNIT_DIRECTORY, UNITS, untilUp } from './manager.ts';
import { refuseInstall } from './refuse-install.ts';
import { formatGuestsUnit, formatInnkeeperUnit, GUESTS_UNIT, homeOfUnit, INNKEEPER_UNIT, type UnitFacts } from './units.ts';
import { findWritablePath, findWritableProgram } from './writable-path.ts';

/** Throws a `CommandError` if the units cannot be installed here. */
export async function checkInstall(home: Home): Promise<void> {
  const isSystemd = await isBootedBySystemd();
  const isRoot = process.getuid?.() === 0;
  const canAsk = isSystemd && isRoot;
  const running = canAsk ? await readRunning(home) : null;
  refuseInstall({
    ...{ isRoot, isSystemd, checkout: projectRoot },
    // The Node.js of INNKEEPER_RUNTIME can be outside the checkout.
    writable: canAsk ? ((await findWritablePath(projectRoot, home.path)) ?? (await findWritableProgram(process.execPath))) : null,
    otherHome: await otherHomeOf(await unitFacts(home)),
    runsOutside: running !== null && !(await isUnitProcess(running.pid)) ? running.pid : null,
  });
}

/** Writes, enables and starts both units. Restarts Innkeeper if the unit is already running it. */
export async function installUnits(home: Home): Promise<void> {
  const facts = await unitFacts(home);
  await writeAtomic(path.join(UNIT_DIRECTORY, INNKEEPER_UNIT), formatInnkeeperUnit(facts), { mode: 0o644 });
  await writeAtomic(path.join(UNIT_DIRECTORY, GUESTS_UNIT), formatGuestsUnit(facts), { mode: 0o644 });
  await systemctl('daemon-reload');
  await systemctl('enable', '--quiet', ...UNITS);
  await systemctl('start', GUESTS_UNIT);
  await systemctl('restart', INNKEEPER_UNIT);
  await untilUp(home);
}

/** Stops Innkeeper and deletes both units. The guests unit is stopped only after its file is deleted, so that it shuts no guest down. */
export async function removeUnits(home: Home): Promise<boolean> {
  const isInstalled = (await Promise.all(UNITS.map(readUnitFile))).some((text) => text !== null);
  if (!isInstalled) return false;
  if (process.getuid?.() !== 0) throw new CommandError('Only root can remove units. Run: sudo ./innkeeper systemd remove');
  const otherHome = await otherHomeOf(await unitFacts(home));
  if (otherHome !== null)
    throw new CommandError(
      `The installed units belong to the home ${otherHome}. Name it: ./innkeeper systemd remove --home ${otherHome}`,
    );
  await systemctl('disable', '--quiet', '--now', INNKEEPER_UNIT);
  await systemctl('disable', '--quiet', GUESTS_UNIT);
  for (const unit of UNITS) await rm(path.join(UNIT_DIRECTORY, unit), { force: true });
  await systemctl('daemon-reload');
  await systemctl('stop', GUESTS_UNIT);
  return true;
}

async function unitFacts(home: Home): Promise<UnitFacts> {
  const furtherNode = (await readState(home))?.node ?? null;
  return { node: process.execPath, checkout: projectRoot, home: home.path, furtherNode };
}

async function otherHomeOf(facts: UnitFacts): Promise<string | null> {
  const installed = await readUnitFile(INNKEEPER_UNIT);
  if (installed === null) return null;
  const installedHome = homeOfUnit(installed);
  const ownHome = homeOfUnit(formatInnkeeperUnit(facts));
  return installedHome === ownHome ? null : (installedHome ?? UNIT_DIRECTORY);
}
