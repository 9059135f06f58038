/** Checks for `./innkeeper doctor` whether this installation would survive a reboot. */
import type { HostFinding } from '@innkeeper/engine/host/finding';
import { isBootedBySystemd } from '@innkeeper/engine/host/launcher';
import { type Home, readState } from '../installation/home.ts';
import { readRunning } from '../installation/running.ts';
import { listGuests, readUnit, readUnitFile } from './manager.ts';
import {
  formatGuestsUnit,
  formatInnkeeperUnit,
  GUESTS_UNIT,
  hasSameSettings,
  homeOfUnit,
  INNKEEPER_UNIT,
  type UnitFacts,
} from './units.ts';

export interface BootFacts {
  /** True if the installed unit of Innkeeper names this home. */
  isInstalled: boolean;
  /** Units that differ from those that this release installs. */
  outdated: string[];
  /** Units that do not start at boot. */
  disabled: string[];
  /** True if the unit that shuts guests down is active. */
  isGuestsUnitActive: boolean;
  /** Id of a process that runs Innkeeper outside the unit, or `null`. */
  runsOutside: number | null;
  /** Machine ids of guests without a systemd scope. */
  unscopedGuests: string[];
}

/**
 * Returns one finding if systemd could start Innkeeper: with real guests, root rights, and systemd as PID 1. Returns an empty list
 * elsewhere: a container is restarted by its runtime, and the simulated engine has no guests to lose.
 */
export async function checkBoot(home: Home): Promise<HostFinding[]> {
  const state = await readState(home);
  if (state?.engine !== 'qemu' || process.getuid?.() !== 0 || !(await isBootedBySystemd())) return [];
  const installed = await readUnitFile(INNKEEPER_UNIT);
  const facts = { node: '', checkout: '', home: home.path, furtherNode: state.node ?? null };
  const expectedHome = homeOfUnit(formatInnkeeperUnit(facts));
  const [house, guests, running] = [await readUnit(INNKEEPER_UNIT), await readUnit(GUESTS_UNIT), await readRunning(home)];
  return [
    toBootFinding({
      isInstalled: installed !== null && homeOfUnit(installed) === expectedHome,
      outdated: await findOutdated(facts),
      disabled: Object.entries({ [INNKEEPER_UNIT]: house, [GUESTS_UNIT]: guests }).flatMap(([unit, { enabled }]) =>
        enabled === 'enabled' ? [] : [unit],
      ),
      isGuestsUnitActive: guests.active === 'active',
      runsOutside: running !== null && running.pid !== house.mainPid ? running.pid : null,
      unscopedGuests: (await listGuests(home)).flatMap(({ machineId, isInScope }) => (isInScope ? [] : [machineId])),
    }),
  ];
}

async function findOutdated(facts: UnitFacts): Promise<string[]> {
  const current = { [INNKEEPER_UNIT]: formatInnkeeperUnit(facts), [GUESTS_UNIT]: formatGuestsUnit(facts) };
  const installed = await Promise.all(
    Object.entries(current).map(async ([unit, text]) => ({ unit, text, found: await readUnitFile(unit) })),
  );
  return installed.flatMap(({ unit, text, found }) => (found === null || hasSameSettings(found, text) ? [] : [unit]));
}

/** Returns the finding for these facts. Reports only the most severe problem. Pure. */
export function toBootFinding(facts: BootFacts): HostFinding {
  const warning = (why: string, remedy: string): HostFinding => ({ name: 'boot', ok: 'warn', why, remedy });
  if (!facts.isInstalled)
    return warning(
      'after a reboot of this host neither Innkeeper nor a guest starts, and a shutdown ends guests without asking them',
      './innkeeper systemd install',
    );
  if (facts.disabled.length > 0)
    return warning(`does not start at boot: ${facts.disabled.join(', ')}`, `systemctl enable ${facts.disabled.join(' ')}`);
  if (facts.outdated.length > 0)
    return warning(`was installed by another release: ${facts.outdated.join(', ')}`, './innkeeper systemd install');
  if (!facts.isGuestsUnitActive)
    return warning(
      `${GUESTS_UNIT} is not active: a shutdown of this host ends guests without asking them`,
      `systemctl start ${GUESTS_UNIT}`,
    );
  if (facts.runsOutside !== null)
    return warning(
      `Innkeeper runs outside of ${INNKEEPER_UNIT} (process ${facts.runsOutside})`,
      `./innkeeper down, then systemctl start ${INNKEEPER_UNIT}; guests keep running`,
    );
  if (facts.unscopedGuests.length > 0)
    return warning(
      `started before the units were installed, so a shutdown of this host may end them without asking them: ${facts.unscopedGuests.join(', ')}`,
      'stop and start each of these servers once',
    );
  return { name: 'boot', ok: true, why: 'Innkeeper starts at boot, and guests are shut down with the host', remedy: null };
}
