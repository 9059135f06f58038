/** ISO files: files without a row, rows without their file, and downloads without a workflow. */
import { access } from 'node:fs/promises';
import { isoFileOf } from '@innkeeper/model/machine-names';
import { nodeId, type Suspicion, type Target } from './target.ts';
import { underWay } from './workflows.ts';

export async function lookAtIsos(target: Target): Promise<Suspicion[]> {
  const files = (await target.engine.downloads.list()).filter(({ whole }) => whole);
  const rows = await loadIsos(target);
  const { hasIso } = await underWay(target.db);
  const claimed = new Set(rows.map(({ path }) => path));
  // A file that is removed has no row any more.
  const coming = (name: string): boolean => hasIso(Number(/^iso-(\d+)$/.exec(name)?.[1] ?? Number.NaN));
  const gone: string[] = [];
  for (const { id, path } of rows) if (path !== null && !(await isThere(path))) gone.push(`ISO ${id} (${path})`);
  return [
    {
      name: 'ISO files',
      which: files.filter(({ name, path }) => !claimed.has(path) && !coming(name)).map(({ path }) => path),
      what: 'belong to no ISO',
      remedy: 'delete them by hand: they only use space',
    },
    {
      name: 'ISOs',
      which: gone,
      what: 'have no files',
      remedy: 'check that the disk is mounted; otherwise customers must add the ISOs again',
    },
    {
      name: 'downloads',
      which: rows.filter(({ id, status }) => status === 'downloading' && !hasIso(id)).map(({ id }) => isoFileOf(id)),
      what: 'belong to no workflow',
      remedy: 'this is a bug in Innkeeper: report it',
    },
  ];
}

/** With the path of the file that this node has. */
async function loadIsos(target: Target) {
  const own = await nodeId(target);
  return target.db
    .selectFrom('isos as i')
    .leftJoin('iso_files as f', (join) => join.onRef('f.iso_id', '=', 'i.id').on('f.node_id', '=', own))
    .select(['i.id', 'i.status', 'f.path'])
    .orderBy('i.id')
    .execute();
}

const isThere = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
