/** Queries the registry for new versions and vulnerabilities. */
import { type Advisory, readAudit } from './advisories.ts';
import type { LockFile } from './lock.ts';
import type { OutdatedReason } from './newest.ts';
import type { DirectDependency } from './pins.ts';
import type { DependencyRecord } from './record-file.ts';
import { audit, findNewestInRange, findOutdated } from './registry.ts';

type Versions = Pick<DependencyRecord, 'askedOn' | 'newest' | 'newestInRange'>;

/** Returns the newest versions of direct dependencies, and the newest version in range of those in `reasons`. */
export async function findVersions(
  direct: readonly DirectDependency[],
  reasons: readonly OutdatedReason[],
  today: string,
): Promise<Versions> {
  const folders = packageFolders(direct);
  const outdated: Record<string, string> = {};
  for (const folder of folders) Object.assign(outdated, await findOutdated(folder));
  const newestInRange: Versions['newestInRange'] = {};
  for (const { packages, range } of reasons) {
    const version = await findNewestInRange(packages, range);
    for (const name of packages) newestInRange[name] = { range, version };
  }
  return { askedOn: today, newest: newestVersions(direct, outdated), newestInRange };
}

/** Returns the newest version by name, sorted. A dependency that is not outdated is pinned to its newest version. */
export function newestVersions(
  direct: readonly DirectDependency[],
  outdated: Readonly<Record<string, string>>,
): Record<string, string> {
  const entries = direct.map(({ name, version }) => [name, outdated[name] ?? version] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Returns the folders for npm queries. The root covers its workspaces. A deeper folder has its own lock file. */
function packageFolders(direct: readonly DirectDependency[]): string[] {
  const folders = new Set(direct.map(({ file }) => file.slice(0, Math.max(0, file.lastIndexOf('/')))));
  return ['.', ...[...folders].filter((folder) => folder.includes('/'))];
}

/** Returns the registry's advisories for the lock file. Throws if the registry does not answer. */
export async function findAdvisories(lock: LockFile, today: string): Promise<{ askedOn: string; found: Advisory[] }> {
  return { askedOn: today, found: readAudit(await audit(), lock) };
}
