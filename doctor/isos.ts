/** Checks ISO files: files without a row, rows without their file, and downloads without a workflow. */
import { access } from 'node:fs/promises';
import { isoFileOf } from '@innkeeper/model/servers/machine-names';
import { type Finding, nodeId, type Target } from './target.ts';
import { loadActiveWorkflows } from './workflows.ts';

export async function checkIsos(target: Target): Promise<Finding[]> {
  const files = (await target.engine.downloads.list()).filter(({ isComplete }) => isComplete);
  const rows = await loadIsos(target);
  const { hasIso } = await loadActiveWorkflows(target.db);
  const claimed = new Set(rows.map(({ path }) => path));
  // A file that a workflow is about to delete no longer has a row.
  const hasWorkflow = (name: string): boolean => hasIso(Number(/^iso-(\d+)$/.exec(name)?.[1] ?? Number.NaN));
  const missing: string[] = [];
  for (const { id, path } of rows) if (path !== null && !(await fileExists(path))) missing.push(`ISO ${id} (${path})`);
  return [
    {
      name: 'ISO files',
      items: files.filter(({ name, path }) => !claimed.has(path) && !hasWorkflow(name)).map(({ path }) => path),
      predicate: 'belong to no ISO',
      remedy: 'delete them by hand: they only use space',
    },
    {
      name: 'ISOs',
      items: missing,
      predicate: 'have no files',
      remedy: 'check that the disk is mounted; otherwise customers must add the ISOs again',
    },
    {
      name: 'downloads',
      items: rows.filter(({ id, status }) => status === 'downloading' && !hasIso(id)).map(({ id }) => isoFileOf(id)),
      predicate: 'belong to no workflow',
      remedy: 'this is a bug in Innkeeper: report it',
    },
  ];
}

/** Loads all ISOs. `path` is the path of the file on this node, or `null` if this node has no file. */
async function loadIsos(target: Target) {
  const own = await nodeId(target);
  return target.db
    .selectFrom('isos as i')
    .leftJoin('iso_files as f', (join) => join.onRef('f.iso_id', '=', 'i.id').on('f.node_id', '=', own))
    .select(['i.id', 'i.status', 'f.path'])
    .orderBy('i.id')
    .execute();
}

const fileExists = (path: string): Promise<boolean> =>
  access(path).then(
    () => true,
    () => false,
  );
