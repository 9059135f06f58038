/** The parts of an installation outside its database, and the ids that they show were used after a backup. Pure. */
import { serverIdOf } from '../servers/machine-names.ts';
import type { LastNumbers } from './invoice-numbers.ts';

export interface MachineAddress {
  address: string;
  prefix: number;
  machineId: string;
  /** Server id that the machine's name contains, or `null` if the machine is not ours. */
  serverId: number | null;
}

export interface ExternalState {
  /** Ids of this node's machines, also of machines with only unfinished files. */
  machineIds: readonly string[];
  addresses: readonly MachineAddress[];
  /** File names of snapshots and backups. */
  copyFiles: readonly string[];
  /** File names of ISOs. */
  isoFiles: readonly string[];
  firewallIds: readonly number[];
  /** Last invoice numbers in the journal, or `null` without a journal. */
  journal: LastNumbers | null;
  /** Names of the other nodes, whose machines and journals are not visible here. */
  otherNodes: readonly string[];
}

/** Minimum number of ids per sequence and of event numbers per account that are skipped, because not every row leaves a file. */
const MIN_MARGINS = { ids: 10_000, events: 1_000_000 };
/** Maximum growth per second of a sequence and of the events of an account. */
const PER_SECOND = { ids: 5, events: 10 };

interface Margins {
  ids: number;
  events: number;
}

/**
 * Returns how many ids and event numbers a restore skips. The margins grow with the age of the backup, to cover the numbers that a large
 * installation used since. A second restore of the same backup also starts after the numbers used since the first one.
 */
export function marginsOf(ageMs: number): Margins {
  const seconds = Math.max(0, Math.ceil(ageMs / 1000));
  return {
    ids: MIN_MARGINS.ids + PER_SECOND.ids * seconds,
    events: MIN_MARGINS.events + PER_SECOND.events * seconds,
  };
}

/** Returns the highest id that was found outside the database, by sequence. */
export function highestIds({ machineIds, copyFiles, isoFiles, firewallIds }: ExternalState): Map<string, number> {
  const servers = [...machineIds.map(serverIdOf), ...copyFiles.map((name) => idIn(name, /^(?:snapshot|backup)-srv-(\d{1,10})-/))];
  const highest = (ids: readonly (number | undefined)[]) => ids.reduce<number>((max, id) => Math.max(max, id ?? 0), 0);
  return new Map([
    ['services_id_seq', highest(servers)],
    ['isos_id_seq', highest(isoFiles.map((name) => idIn(name, /^iso-(\d{1,10})(?!\d)/)))],
    ['firewalls_id_seq', highest(firewallIds)],
  ]);
}

/**
 * Returns the id at which a sequence restarts: the larger of the backup's last id and the highest id found, plus the margin and 1. Throws a
 * `RangeError` if that exceeds the maximum.
 */
export function fencedStart({ last, max }: { last: bigint; max: bigint }, seen: number, margin: number): bigint {
  const greater = last > BigInt(seen) ? last : BigInt(seen);
  const start = greater + BigInt(margin) + 1n;
  if (start > max) throw new RangeError(`the sequence ends at ${max}, before ${start}`);
  return start;
}

function idIn(name: string, pattern: RegExp): number | undefined {
  const found = pattern.exec(name)?.[1];
  return found === undefined ? undefined : Number(found);
}
