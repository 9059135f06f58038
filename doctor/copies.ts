/** Checks snapshots and backups: files without a row, and rows without their file. */
import type { CopyStore } from '@innkeeper/engine/copies/port';
import { type Finding, nodeId, type Target } from './target.ts';
import { loadActiveWorkflows } from './workflows.ts';

/** Matches the names of copies, and of disks that move to another node. Other files in the operator's directory or bucket are ignored. */
const COPY_FILE = /^(snapshot|backup|move)-srv-\d+-[0-9a-f]{16}\.qcow2$/;
/** Maximum number of files that are checked per store. An S3 server lists 1000 per request, in about 0.1 s. */
const MAX_FILES = 200_000;

export async function checkCopies(target: Target): Promise<Finding[]> {
  const { copies } = target.engine;
  if (copies === null) return [];
  const stores = copies.stores();
  const found: CopyProblems = { unknown: [], missing: [], unreachable: [] };
  for (const store of stores) await compareStore(target, store, found);
  return [
    {
      name: 'copy files',
      items: found.unknown,
      predicate: 'belong to no snapshot, backup or move',
      remedy: 'if no other installation stores its copies there, delete them by hand: they only use space',
    },
    {
      name: 'copies',
      items: [...found.missing, ...(await listCopiesWithoutStore(target, stores))],
      predicate: 'have no files',
      remedy: 'check that the disk is mounted and copies.directory is unchanged; otherwise inform the customers',
    },
    {
      name: 'copying',
      items: await listAbandonedCopies(target),
      predicate: 'holds disk space without a workflow',
      remedy: 'this is a bug in Innkeeper: report it',
    },
    {
      name: 'copy stores',
      items: found.unreachable,
      predicate: 'could not be read',
      remedy: 'check that the store is reachable from here with the credentials of copies.s3',
    },
  ];
}

interface CopyProblems {
  unknown: string[];
  missing: string[];
  unreachable: string[];
}

async function compareStore(target: Target, store: CopyStore, found: CopyProblems): Promise<void> {
  let listed: StoreListing;
  try {
    listed = await listStore(store);
  } catch (error) {
    found.unreachable.push(`${store.name} (${error instanceof Error ? error.message : String(error)})`);
    return;
  }
  const own = await nodeId(target);
  const rows = await loadCopies(target, [store.name]);
  const claimed = new Set(rows.filter(({ status }) => status !== 'failed').map(({ object_key }) => object_key));
  const { hasMoveFile } = await loadActiveWorkflows(target.db);
  const unknown = [...listed.keys].filter((key) => !claimed.has(key) && !hasMoveFile(key));
  found.unknown.push(...unknown.map((key) => store.describeLocation(key)));
  if (!listed.isComplete) {
    found.unreachable.push(`${store.name} (after its first ${MAX_FILES} files)`);
    return;
  }
  const ownCopies = rows.filter(({ status, node_id }) => status === 'ready' && (node_id === null || node_id === own));
  for (const { kind, id, object_key } of ownCopies) {
    if (object_key !== null && !(await existsInStore(store, listed, object_key)))
      found.missing.push(`${kind} ${id} (${store.describeLocation(object_key)})`);
  }
}

interface StoreListing {
  keys: Set<string>;
  isComplete: boolean;
}

async function listStore(store: CopyStore): Promise<StoreListing> {
  const keys = new Set<string>();
  for await (const key of store.list()) {
    if (keys.size >= MAX_FILES) return { keys, isComplete: false };
    if (COPY_FILE.test(key)) keys.add(key);
  }
  return { keys, isComplete: true };
}

/** Returns whether a store has a file. A file with an unusual name is not in the listing and is queried individually. */
async function existsInStore(store: CopyStore, listed: StoreListing, key: string): Promise<boolean> {
  return COPY_FILE.test(key) ? listed.keys.has(key) : (await store.stat(key)) !== null;
}

/** Lists complete copies at targets that are no longer configured. */
async function listCopiesWithoutStore(target: Target, stores: CopyStore[]): Promise<string[]> {
  const named = stores.map(({ name }) => name);
  const own = await nodeId(target);
  const rows = await target.db
    .selectFrom('copies as c')
    .select(['c.id', 'c.kind', 'c.target'])
    .where('c.status', '=', 'ready')
    .where('c.target', 'not in', named)
    .where(({ or, eb }) => or([eb('c.node_id', 'is', null), eb('c.node_id', '=', own)]))
    .orderBy('c.id')
    .execute();
  return rows.map(({ id, kind, target }) => `${kind} ${id} (at "${target}", which is not in the configuration)`);
}

/**
 * Lists unfinished copies without a workflow. Such a copy keeps its disk space reserved, because only a workflow would release the space.
 */
async function listAbandonedCopies(target: Target): Promise<string[]> {
  const { hasCopy } = await loadActiveWorkflows(target.db);
  const own = await nodeId(target);
  const rows = await target.db
    .selectFrom('copies as c')
    .select(['c.id', 'c.kind'])
    .where('c.status', '=', 'creating')
    .where('c.node_id', '=', own)
    .orderBy('c.id')
    .execute();
  return rows.filter(({ id }) => !hasCopy(id)).map(({ id, kind }) => `${kind} ${id}`);
}

function loadCopies({ db }: Target, targets: string[]) {
  return db
    .selectFrom('copies as c')
    .select(['c.id', 'c.kind', 'c.status', 'c.object_key', 'c.node_id'])
    .where('c.target', 'in', targets)
    .orderBy('c.id')
    .execute();
}
