/** Updates the record of dependencies from the registry and, for a release, from the Node project. */
import { readFileSync } from 'node:fs';
import { repositoryFiles } from '../checks/check.ts';
import { judgeDependencies } from '../dependencies/judge.ts';
import type { LockFile } from '../dependencies/lock.ts';
import { readPins } from '../dependencies/pins.ts';
import { OUTDATED_REASONS } from '../dependencies/reasons.ts';
import { type DependencyRecord, readRecord, writeRecord } from '../dependencies/record-file.ts';
import { findAdvisories, findVersions } from '../dependencies/refresh.ts';
import { recordComparedNode, recordPackagedNode } from '../node-binary/record.ts';

export interface RefreshOptions {
  /** True to compare the Node binaries with the Node project's. */
  compareNode: boolean;
  /** Directory with the Node project's files, which are downloaded by default. */
  nodeRelease?: string | undefined;
}

/**
 * Writes the record, even if it contains reasons against a release. Returns a sentence per reason. Throws if the registry does not return
 * the newest versions.
 */
export async function refreshDependencies({ compareNode, nodeRelease }: RefreshOptions): Promise<string[]> {
  const today = new Date().toISOString().slice(0, 10);
  const previous = readRecord();
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile;
  const manifests = await repositoryFiles((path) => /(^|\/)package\.json$/.test(path));
  const versions = await findVersions(readPins(manifests).direct, OUTDATED_REASONS, today);
  const advisories = await findAdvisories(lock, today).catch((error: Error) => error);
  const { node, problems } = compareNode
    ? await recordComparedNode(lock, nodeRelease)
    : { node: await recordPackagedNode(lock, previous?.node), problems: [] };
  const unanswered = advisories instanceof Error;
  const record: DependencyRecord = {
    ...versions,
    advisories: unanswered ? (previous?.advisories ?? null) : advisories,
    node,
  };
  writeRecord(record);
  return [
    ...judgeDependencies({ manifests, lock, record }),
    ...(unanswered ? [`Advisories are not known as of today. ${advisories.message}`] : []),
    ...problems,
  ];
}
