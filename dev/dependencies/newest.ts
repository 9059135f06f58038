/** Compares the versions of direct dependencies with the recorded newest ones. */
import semver from 'semver';
import type { DirectDependency } from './pins.ts';
import { type DependencyRecord, RECORD, REFRESH } from './record-file.ts';

/** Reason why packages stay behind their newest version. */
export interface OutdatedReason {
  /** Packages that share one version. */
  packages: readonly string[];
  /** Allowed versions. The packages use the newest version in this range that all of them have. */
  range: string;
  reason: string;
}

type Known = Pick<DependencyRecord, 'askedOn' | 'newest' | 'newestInRange'>;

/**
 * Returns a sentence per dependency that is older than recorded without a reason, and per reason that no longer applies. A version newer
 * than recorded is accepted, because the record is older.
 */
export function judgeNewest(
  direct: readonly DirectDependency[],
  known: Known,
  reasons: readonly OutdatedReason[],
  file: string,
): string[] {
  const behind = direct.filter(({ name, version }) => isOlder(version, known.newest[name]));
  return [
    ...direct
      .filter(({ name }) => known.newest[name] === undefined)
      .map((one) => `${one.file}: ${one.name} is not in ${RECORD}. Run: ${REFRESH}`),
    ...behind.flatMap((one) => judgeBehind(one, known, reasonOf(one.name, reasons), file)),
    ...reasons
      .flatMap(({ packages }) => packages)
      .filter((name) => !behind.some((one) => one.name === name))
      .map((name) => `${file} says why ${name} is behind its newest version, but it is not. Delete the entry.`),
  ];
}

function judgeBehind(one: DirectDependency, known: Known, reason: OutdatedReason | undefined, file: string): string[] {
  const has = `${one.file} has ${one.name} ${one.version}`;
  if (!reason) {
    return [`${has}; ${known.newest[one.name]} was the newest on ${known.askedOn}. Update it, or say in ${file} why not.`];
  }
  const inRange = known.newestInRange[one.name];
  if (inRange?.range !== reason.range)
    return [`${RECORD} does not say which ${one.name} ${reason.range} is the newest. Run: ${REFRESH}`];
  if (!isOlder(one.version, inRange.version)) return [];
  return [`${has}; ${inRange.version} was the newest of ${reason.range} on ${known.askedOn}. Update it.`];
}

function reasonOf(name: string, reasons: readonly OutdatedReason[]): OutdatedReason | undefined {
  return reasons.find(({ packages }) => packages.includes(name));
}

function isOlder(version: string, newest: string | undefined): boolean {
  return newest !== undefined && semver.lt(version, newest);
}

/** Returns the newest version in `range` that every list contains, or `null` if there is none. */
export function newestInAll(lists: readonly (readonly string[])[], range: string): string | null {
  const [first = [], ...others] = lists;
  return semver.maxSatisfying(
    first.filter((version) => others.every((list) => list.includes(version))),
    range,
  );
}
