/** Files of copies, downloads and disks that were begun, and that no workflow will end. */
import { basename } from 'node:path';
import { serverIdOf } from '@innkeeper/model/machine-names';
import type { Place, Suspicion } from './target.ts';
import { type UnderWay, underWay } from './workflows.ts';

interface HalfMade {
  /** For people. */
  where: string;
  hasOwner(now: UnderWay): boolean | Promise<boolean>;
}

export async function lookAtHalfMade(place: Place): Promise<Suspicion[]> {
  const found = [...(await scratch(place)), ...(await puts(place)), ...(await downloads(place)), ...(await disks(place))];
  const now = await underWay(place.db);
  const which: string[] = [];
  for (const { where, hasOwner } of found) if (!(await hasOwner(now))) which.push(where);
  return [{ name: 'half-made', which, what: 'no workflow will end', remedy: 'they only take room: remove them by hand' }];
}

/** `copy-12.qcow2` is made for copy 12, `fetched-7.qcow2` by workflow 7; drafts have these names within theirs. */
async function scratch({ engine }: Place): Promise<HalfMade[]> {
  return ((await engine.copies?.scratchFiles()) ?? []).map((path) => {
    const [, kind, id] = /(copy|fetched)-(\d+)\.qcow2/.exec(basename(path)) ?? [];
    const owner = Number(id);
    return {
      where: path,
      hasOwner: (now) => (kind === 'copy' ? now.hasCopy(owner) : kind === 'fetched' && now.hasWorkflow(owner)),
    };
  });
}

async function puts({ db, engine }: Place): Promise<HalfMade[]> {
  const found: HalfMade[] = [];
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

async function downloads({ engine }: Place): Promise<HalfMade[]> {
  return (await engine.downloads.list())
    .filter(({ whole }) => !whole)
    .map(({ name, path }) => ({ where: path, hasOwner: ({ hasIso }) => hasIso(Number(name.replace('iso-', ''))) }));
}

/** A machine's own files are its server's. */
async function disks({ engine }: Place): Promise<HalfMade[]> {
  return (await engine.compute.orphanedFiles()).map(({ machineId, path }) => ({
    where: path,
    hasOwner: ({ hasServer }) => hasServer(serverIdOf(machineId) ?? -1),
  }));
}
