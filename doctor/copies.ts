/** Snapshots and backups: files without a row, and rows without their file. */
import type { CopyStore } from '@innkeeper/engine/copies/port';
import { nodeId, type Suspicion, type Target } from './target.ts';
import { underWay } from './workflows.ts';

/** As `createCopy` names them: other files in the operator's directory or bucket are none of ours. */
const COPY_FILE = /^(snapshot|backup)-srv-\d+-[0-9a-f]{16}\.qcow2$/;
/** More are not looked at: an S3 server tells 1000 at a time, in about 0.1 s. */
const MOST_FILES = 200_000;

export async function lookAtCopies(target: Target): Promise<Suspicion[]> {
  const { copies } = target.engine;
  if (copies === null) return [];
  const stores = copies.stores();
  const found: Found = { unknown: [], gone: [], unreachable: [] };
  for (const store of stores) await compare(target, store, found);
  return [
    {
      name: 'copy files',
      which: found.unknown,
      what: 'belong to no snapshot or backup',
      remedy: 'if no other installation stores its copies there, delete them by hand: they only use space',
    },
    {
      name: 'copies',
      which: [...found.gone, ...(await withoutStore(target, stores))],
      what: 'have no files',
      remedy: 'check that the disk is mounted and copies.directory is unchanged; otherwise inform the customers',
    },
    {
      name: 'copying',
      which: await abandoned(target),
      what: 'holds disk space without a workflow',
      remedy: 'this is a bug in Innkeeper: report it',
    },
    {
      name: 'copy stores',
      which: found.unreachable,
      what: 'could not be read',
      remedy: 'check that the store is reachable from here with the credentials of copies.s3',
    },
  ];
}

interface Found {
  unknown: string[];
  gone: string[];
  unreachable: string[];
}

async function compare(target: Target, store: CopyStore, found: Found): Promise<void> {
  let listed: Listed;
  try {
    listed = await listOf(store);
  } catch (error) {
    found.unreachable.push(`${store.name} (${error instanceof Error ? error.message : String(error)})`);
    return;
  }
  const own = await nodeId(target);
  const rows = await rowsAt(target, [store.name]);
  const claimed = new Set(rows.filter(({ status }) => status !== 'failed').map(({ object_key }) => object_key));
  found.unknown.push(...[...listed.keys].filter((key) => !claimed.has(key)).map((key) => store.where(key)));
  if (!listed.all) {
    found.unreachable.push(`${store.name} (after its first ${MOST_FILES} files)`);
    return;
  }
  const ours = rows.filter(({ status, node_id }) => status === 'ready' && (node_id === null || node_id === own));
  for (const { kind, id, object_key } of ours) {
    if (object_key !== null && !(await isThere(store, listed, object_key)))
      found.gone.push(`${kind} ${id} (${store.where(object_key)})`);
  }
}

interface Listed {
  keys: Set<string>;
  all: boolean;
}

async function listOf(store: CopyStore): Promise<Listed> {
  const keys = new Set<string>();
  for await (const key of store.list()) {
    if (keys.size >= MOST_FILES) return { keys, all: false };
    if (COPY_FILE.test(key)) keys.add(key);
  }
  return { keys, all: true };
}

/** One that is named otherwise is asked for by itself. */
async function isThere(store: CopyStore, listed: Listed, key: string): Promise<boolean> {
  return COPY_FILE.test(key) ? listed.keys.has(key) : (await store.stat(key)) !== null;
}

/** Whole copies at places that the settings no longer name. */
async function withoutStore(target: Target, stores: CopyStore[]): Promise<string[]> {
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

/** Copies in the making take room of the others until a workflow ends them. */
async function abandoned(target: Target): Promise<string[]> {
  const { hasCopy } = await underWay(target.db);
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

function rowsAt({ db }: Target, targets: string[]) {
  return db
    .selectFrom('copies as c')
    .select(['c.id', 'c.kind', 'c.status', 'c.object_key', 'c.node_id'])
    .where('c.target', 'in', targets)
    .orderBy('c.id')
    .execute();
}
