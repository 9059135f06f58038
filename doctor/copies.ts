/** Snapshots and backups: files that no row has, and rows whose file is gone. */
import type { CopyStore } from '@innkeeper/engine/copies/port';
import { nodeId, type Place, type Suspicion } from './target.ts';
import { underWay } from './workflows.ts';

/** As `createCopy` names them: other files in the operator's directory or bucket are none of ours. */
const COPY_FILE = /^(snapshot|backup)-srv-\d+-[0-9a-f]{16}\.qcow2$/;
/** More are not looked at: an S3 server tells 1000 at a time, in about 0.1 s. */
const MOST_FILES = 200_000;

export async function lookAtCopies(place: Place): Promise<Suspicion[]> {
  const { copies } = place.engine;
  if (copies === null) return [];
  const stores = copies.stores();
  const found: Found = { strangers: [], gone: [], silent: [] };
  for (const store of stores) await compare(place, store, found);
  return [
    {
      name: 'copy files',
      which: found.strangers,
      what: 'no snapshot or backup has',
      remedy: 'unless another installation keeps its copies there too, they only take room: remove them by hand',
    },
    {
      name: 'copies',
      which: [...found.gone, ...(await homeless(place, stores))],
      what: 'have lost their files',
      remedy: 'see whether a disk is not mounted, or copies.json was changed; if not, their customers should be told',
    },
    {
      name: 'copying',
      which: await abandoned(place),
      what: 'are made by nobody, and keep room',
      remedy: 'a fault of Innkeeper: please report it',
    },
    {
      name: 'copy places',
      which: found.silent,
      what: 'could not be looked at',
      remedy: 'see whether it is reachable from here, with the credentials of copies.json or of the environment',
    },
  ];
}

interface Found {
  strangers: string[];
  gone: string[];
  silent: string[];
}

async function compare(place: Place, store: CopyStore, found: Found): Promise<void> {
  let listed: Listed;
  try {
    listed = await listOf(store);
  } catch (error) {
    found.silent.push(`${store.name} (${error instanceof Error ? error.message : String(error)})`);
    return;
  }
  const own = await nodeId(place);
  const rows = await rowsAt(place, [store.name]);
  const claimed = new Set(rows.filter(({ status }) => status !== 'failed').map(({ object_key }) => object_key));
  found.strangers.push(...[...listed.keys].filter((key) => !claimed.has(key)).map((key) => store.where(key)));
  if (!listed.all) {
    found.silent.push(`${store.name} (beyond its first ${MOST_FILES} files)`);
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
async function homeless(place: Place, stores: CopyStore[]): Promise<string[]> {
  const named = stores.map(({ name }) => name);
  const own = await nodeId(place);
  const rows = await place.db
    .selectFrom('copies as c')
    .select(['c.id', 'c.kind', 'c.target'])
    .where('c.status', '=', 'ready')
    .where('c.target', 'not in', named)
    .where(({ or, eb }) => or([eb('c.node_id', 'is', null), eb('c.node_id', '=', own)]))
    .orderBy('c.id')
    .execute();
  return rows.map(({ id, kind, target }) => `${kind} ${id} (at "${target}", which copies.json does not name)`);
}

/** Copies in the making take room of the others until a workflow ends them. */
async function abandoned(place: Place): Promise<string[]> {
  const { hasCopy } = await underWay(place.db);
  const own = await nodeId(place);
  const rows = await place.db
    .selectFrom('copies as c')
    .select(['c.id', 'c.kind'])
    .where('c.status', '=', 'creating')
    .where('c.node_id', '=', own)
    .orderBy('c.id')
    .execute();
  return rows.filter(({ id }) => !hasCopy(id)).map(({ id, kind }) => `${kind} ${id}`);
}

function rowsAt({ db }: Place, targets: string[]) {
  return db
    .selectFrom('copies as c')
    .select(['c.id', 'c.kind', 'c.status', 'c.object_key', 'c.node_id'])
    .where('c.target', 'in', targets)
    .orderBy('c.id')
    .execute();
}
