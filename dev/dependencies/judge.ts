/** Checks the repository's data about its dependencies, without the registry. */
import semver from 'semver';
import { judgeAdvisories } from './advisories.ts';
import { judgeEngines } from './engines.ts';
import { judgeLicences } from './licences.ts';
import { type LockFile, productionPackages } from './lock.ts';
import { judgeNewest } from './newest.ts';
import { type PackageFile, readPins } from './pins.ts';
import { ADVISORIES, LICENCES, OUTDATED_REASONS, REASONS } from './reasons.ts';
import type { DependencyRecord } from './record-file.ts';

export interface Dependencies {
  /** Every package.json of the repository. */
  manifests: readonly PackageFile[];
  lock: LockFile;
  record: DependencyRecord;
}

/** Returns a sentence per problem. */
export function judgeDependencies({ manifests, lock, record }: Dependencies): string[] {
  const packages = productionPackages(lock);
  const { direct, problems } = readPins(manifests);
  return [
    ...problems,
    ...judgeNewest(direct, record, OUTDATED_REASONS, REASONS),
    ...judgeEngines(packages, [oldestNode(manifests), record.node.version]),
    ...judgeLicences(packages, LICENCES, REASONS),
    ...judgeAdvisories(record.advisories?.found ?? [], ADVISORIES, REASONS),
  ];
}

/** Returns the oldest version of Node that Innkeeper runs on, from `engines` of the package.json at the root. */
function oldestNode(manifests: readonly PackageFile[]): string {
  const root = manifests.find(({ path }) => path === 'package.json');
  const { engines } = JSON.parse(root?.text ?? '{}') as { engines?: { node?: string } };
  const oldest = semver.minVersion(engines?.node ?? '');
  if (oldest === null || !engines?.node) throw new Error('package.json names no version of Node in engines.');
  return oldest.version;
}
