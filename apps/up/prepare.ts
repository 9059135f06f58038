/**
 * Brings the database and the row of the node up to date with this code and this machine. Every start runs it; it is idempotent.
 */
import { migrate } from '@innkeeper/db/migrate';
import { applyGrants } from '@innkeeper/db/roles/grants';
import type { Database } from '@innkeeper/db/schema';
import { addPool, DEFAULT_POOL } from '@innkeeper/db/seed/add-pool';
import { seedCatalogue } from '@innkeeper/db/seed/catalogue';
import { registerImage } from '@innkeeper/db/seed/register-image';
import { expectBack } from '@innkeeper/db/tables/node-presence';
import { registerNode } from '@innkeeper/db/tables/nodes';
import { inTransaction } from '@innkeeper/db/transaction';
import type { Engine } from '@innkeeper/engine/open';
import { VCPUS_PER_CORE } from '@innkeeper/model/capacity';
import type { ConfigurationOf } from '@innkeeper/model/configuration/keys';
import { nodeReserveOf } from '@innkeeper/model/configuration/settings';
import { returnDeadline } from '@innkeeper/model/presence';
import type { Kysely } from 'kysely';
import { upsertCurrency } from '../installation/currency.ts';
import { withUrl } from '../installation/database.ts';
import { adviceOnRoles, type Databases } from '../installation/database-roles.ts';
import { openHomesEngine } from '../installation/engine.ts';
import type { Home } from '../installation/home.ts';
import { KNOWN_IMAGES } from '../installation/known-images.ts';
import { measureNode } from '../installation/measure-node.ts';
import { THIS_NODE } from '../installation/node.ts';
import { type Report, step } from '../terminal/report.ts';
import type { Capacity } from './capacity.ts';

export interface Prepared {
  /** `QEMU 10.0.2` */
  engine: string;
  accelerator: { name: string; why: string };
  real: boolean;
  network: string;
  /** Resources that the node offers, by its machine and the settings of the operator. */
  capacity: Capacity;
  overcommit: number;
  imageId: number;
  /** Advice on the roles of the database, or `null` if there is none. */
  databaseAdvice: string | null;
}

export async function prepare(
  options: { home: Home; values: ConfigurationOf<'cli'>; databases: Databases },
  report: Report,
): Promise<Prepared> {
  return withUrl(options.databases.owner, async (db) => {
    await step(report, 'Database', () => prepareDatabase(db), describeMigrations);
    await inTransaction(db, (trx) => upsertCurrency(trx, options.values['money.currency']));
    const engine = await openHomesEngine(options.home, options.values['engine.kind'], options.values);
    const imageId = await step(report, 'Guest image', (tell) => offerTiny(db, engine, tell));
    const node = await step(report, 'Engine', async () => registerThisNode(db, engine, options));
    return { ...node, imageId, databaseAdvice: await adviceOnRoles(db, options.databases) };
  });
}

/** Returns the migrations that ran. */
async function prepareDatabase(db: Kysely<Database>): Promise<string[]> {
  const applied = await migrate(db);
  await applyGrants(db);
  await inTransaction(db, async (trx) => {
    await seedCatalogue(trx);
    // Pools are the operator's from the first start on: one that was taken away does not come back.
    const pools = await trx.selectFrom('ip_pools').select('id').limit(1).execute();
    if (pools.length === 0) await addPool(trx, DEFAULT_POOL);
  });
  return applied;
}

function describeMigrations(applied: string[]): string {
  return applied.length > 0 ? `${applied.length} migration${applied.length > 1 ? 's' : ''} applied` : 'up to date';
}

/** `tiny` is what everybody can have: it is built here, from Debian's packages. */
async function offerTiny(db: Kysely<Database>, engine: Engine, tell: (text: string) => void): Promise<number> {
  const { key, path, format } = await engine.images.provide('tiny', tell);
  return inTransaction(db, (trx) => registerImage(trx, { ...KNOWN_IMAGES.tiny, key, path, format, ssh_keys_support: true }));
}

async function registerThisNode(
  db: Kysely<Database>,
  engine: Engine,
  { home, values }: { home: Home; values: ConfigurationOf<'cli'> },
): Promise<Omit<Prepared, 'imageId' | 'databaseAdvice'>> {
  // Opened for a moment, before the worker does: only then the engine has proven KVM, with the image that is there now.
  await engine.compute.open();
  const { version, accelerator, real } = engine.compute.capabilities;
  const node = await measureNode(engine, {
    ...{ home, engine: values['engine.kind'], name: THIS_NODE },
    reserve: nodeReserveOf(values),
  });
  await engine.compute.close();
  const id = await registerNode(db, node, { vcpus_overcommit: VCPUS_PER_CORE });
  // The worker is about to be started.
  await expectBack(db, id, returnDeadline(new Date()));
  return { engine: version, accelerator, real, network: engine.network.name, ...(await offerOf(db, id)) };
}

async function offerOf(db: Kysely<Database>, nodeId: number): Promise<Pick<Prepared, 'capacity' | 'overcommit'>> {
  const node = await db
    .selectFrom('nodes')
    .select(['vcpus_offered', 'memory_mb_offered', 'disk_gb_offered', 'vcpus_overcommit'])
    .where('id', '=', nodeId)
    .executeTakeFirstOrThrow();
  const capacity = { vcpus: node.vcpus_offered, memoryMb: node.memory_mb_offered, diskGb: node.disk_gb_offered };
  return { capacity, overcommit: Number(node.vcpus_overcommit) };
}
