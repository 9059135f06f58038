/** Finds unfinished files of copies, downloads and disks that belong to no workflow. */
import { basename } from 'node:path';
import { serverIdOf } from '@innkeeper/model/servers/machine-names';
import type { Finding, Target } from './target.ts';
import { type ActiveWorkflows, loadActiveWorkflows } from './workflows.ts';

interface IncompleteFile {
  /** Location of the file, for display. */
  where: string;
  hasOwner(now: ActiveWorkflows): boolean | Promise<boolean>;
}

export async function checkIncompleteFiles(target: Target): Promise<Finding[]> {
  const found = [
    ...(await listScratchFiles(target)),
    ...(await listUnfinishedUploads(target)),
    ...(await listUnfinishedDownloads(target)),
    ...(await listOrphanedDiskFiles(target)),
  ];
  const now = await loadActiveWorkflows(target.db);
  const which: string[] = [];
  for (const { where, hasOwner } of found) if (!(await hasOwner(now))) which.push(where);
  return [
    { name: 'incomplete', items: which, predicate: 'belong to no workflow', remedy: 'delete them by hand: they only use space' },
  ];
}

/**
 * Lists scratch files of copies. `copy-12.qcow2` belongs to copy 12, `fetched-7.qcow2` to workflow 7. The pattern is not anchored, because
 * the name of a draft contains the name of its scratch file.
 */
async function listScratchFiles({ engine }: Target): Promise<IncompleteFile[]> {
  return ((await engine.copies?.scratchFiles()) ?? []).map((path) => {
    const [, kind, id] = /(copy|fetched)-(\d+)\.qcow2/.exec(basename(path)) ?? [];
    const owner = Number(id);
    return {
      where: path,
      hasOwner: (now) => (kind === 'copy' ? now.hasCopy(owner) : kind === 'fetched' && now.hasWorkflow(owner)),
    };
  });
}

async function listUnfinishedUploads({ db, engine }: Target): Promise<IncompleteFile[]> {
  const found: IncompleteFile[] = [];
  for (const store of engine.copies?.stores() ?? []) {
    for (const key of await store.unfinished()) {
      found.push({
        where: `a part of ${store.describeLocation(key)}`,
        async hasOwner({ hasCopy }) {
          const copy = await db.selectFrom('copies').select('id').where('object_key', '=', key).executeTakeFirst();
          return copy !== undefined && hasCopy(copy.id);
        },
      });
    }
  }
  return found;
}

async function listUnfinishedDownloads({ engine }: Target): Promise<IncompleteFile[]> {
  return (await engine.downloads.list())
    .filter(({ isComplete }) => !isComplete)
    .map(({ name, path }) => ({ where: path, hasOwner: ({ hasIso }) => hasIso(Number(name.replace('iso-', ''))) }));
}

/**
 * Lists files that operations on a machine have left behind. A file belongs to the unfinished workflow of the machine's server, if there is
 * one.
 */
async function listOrphanedDiskFiles({ engine }: Target): Promise<IncompleteFile[]> {
  return (await engine.compute.orphanedFiles()).map(({ machineId, path }) => ({
    where: path,
    hasOwner: ({ hasServer }) => hasServer(serverIdOf(machineId) ?? -1),
  }));
}
