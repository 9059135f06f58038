/** Files of copies, downloads and disks that were begun, and that belong to no workflow. */
import { basename } from 'node:path';
import { serverIdOf } from '@innkeeper/model/machine-names';
import type { Suspicion, Target } from './target.ts';
import { type UnderWay, underWay } from './workflows.ts';

interface IncompleteFile {
  /** For people. */
  where: string;
  hasOwner(now: UnderWay): boolean | Promise<boolean>;
}

export async function lookAtIncomplete(target: Target): Promise<Suspicion[]> {
  const found = [...(await scratch(target)), ...(await puts(target)), ...(await downloads(target)), ...(await disks(target))];
  const now = await underWay(target.db);
  const which: string[] = [];
  for (const { where, hasOwner } of found) if (!(await hasOwner(now))) which.push(where);
  return [{ name: 'incomplete', which, what: 'belong to no workflow', remedy: 'delete them by hand: they only use space' }];
}

/** `copy-12.qcow2` is made for copy 12, `fetched-7.qcow2` by workflow 7; drafts have these names within theirs. */
async function scratch({ engine }: Target): Promise<IncompleteFile[]> {
  return ((await engine.copies?.scratchFiles()) ?? []).map((path) => {
    const [, kind, id] = /(copy|fetched)-(\d+)\.qcow2/.exec(basename(path)) ?? [];
    const owner = Number(id);
    return {
      where: path,
      hasOwner: (now) => (kind === 'copy' ? now.hasCopy(owner) : kind === 'fetched' && now.hasWorkflow(owner)),
    };
  });
}

async function puts({ db, engine }: Target): Promise<IncompleteFile[]> {
  const found: IncompleteFile[] = [];
  for (const store of engine.copies?.stores() ?? []) {
    for (const key of await store.unfinished()) {
      found.push({
        where: `a part of ${store.where(key)}`,
        async hasOwner({ hasCopy }) {
          const copy = await db.selectFrom('copies').select('id').where('object_key', '=', key).executeTakeFirst();
          return copy !== undefined && hasCopy(copy.id);
        },
      });
    }
  }
  return found;
}

async function downloads({ engine }: Target): Promise<IncompleteFile[]> {
  return (await engine.downloads.list())
    .filter(({ whole }) => !whole)
    .map(({ name, path }) => ({ where: path, hasOwner: ({ hasIso }) => hasIso(Number(name.replace('iso-', ''))) }));
}

/** A machine's own files are its server's. */
async function disks({ engine }: Target): Promise<IncompleteFile[]> {
  return (await engine.compute.orphanedFiles()).map(({ machineId, path }) => ({
    where: path,
    hasOwner: ({ hasServer }) => hasServer(serverIdOf(machineId) ?? -1),
  }));
}
