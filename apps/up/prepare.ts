/**
 * Brings the database and the node's row up to date with this code and this machine. Every start runs these steps, so they are idempotent.
 */
import { migrate } from '@innkeeper/db/migrate';
import { applyGrants } from '@innkeeper/db/roles/grants';
import type { Database } from '@innkeeper/db/schema';
import { addPool, DEFAULT_POOL } from '@innkeeper/db/seed/add-pool';
import { seedCatalogue } from '@innkeeper/db/seed/catalogue';
import { registerImage } from '@innkeeper/db/seed/register-image';
import { alertSettings, hasChannel } from '@innkeeper/db/tables/alert-settings';
import { expectBack } from '@innkeeper/db/tables/node-presence';
import { registerNode } from '@innkeeper/db/tables/nodes';
import { findRecovering } from '@innkeeper/db/tables/recovering';
import { writeDefaultTimeZone } from '@innkeeper/db/tables/seller-time-zone';
import { inTransaction } from '@innkeeper/db/transaction';
import type { Engine } from '@innkeeper/engine/open';
import type { ConfigurationOf } from '@innkeeper/model/configuration/keys';
import { nodeReserveOf } from '@innkeeper/model/configuration/settings';
import { returnDeadline } from '@innkeeper/model/installation/presence';
import { VCPUS_PER_CORE } from '@innkeeper/model/servers/capacity';
import { isUpgradeMark } from '@innkeeper/model/upgrade/phases';
import type { Kysely, Transaction } from 'kysely';
import { bindSecretKey } from '../installation/bind-secret-key.ts';
import { upsertCurrency } from '../installation/currency.ts';
import { withUrl } from '../installation/database.ts';
import { adviceOnRoles, type Databases } from '../installation/database-roles.ts';
import { createEngineOfHome } from '../installation/engine.ts';
import type { Home } from '../installation/home.ts';
import { KNOWN_IMAGES } from '../installation/known-images.ts';
import { measureNode } from '../installation/measure-node.ts';
import { THIS_NODE } from '../installation/node.ts';
import { type Report, step } from '../terminal/report.ts';
import type { Capacity } from './capacity.ts';

export interface Prepared {
  /** Engine with its version, such as `QEMU 10.0.2`. */
  engine: string;
  accelerator: { name: string; why: string };
  real: boolean;
  network: string;
  /** Capacity that the node offers, including overcommit. */
  capacity: Capacity;
  overcommit: number;
  /** Advice on the roles of the database, or `null` if there is none. */
  databaseAdvice: string | null;
  /** Name of the backup from which the installation is recovering, or `null`. */
  restoredFrom: string | null;
  /** True if alerts are sent to a person. */
  sendsAlerts: boolean;
}

export interface PrepareOptions {
  home: Home;
  values: ConfigurationOf<'cli'>;
  databases: Databases;
  isUnattended: boolean;
  /** True to accept the key of this home in place of a lost one. */
  replacesSecretKey: boolean;
  /** Runs at the end of the transaction of the migrations. */
  finishMigrations(trx: Transaction<Database>): Promise<void>;
}

export async function prepare(options: PrepareOptions, report: Report): Promise<Prepared> {
  return withUrl(options.databases.owner, async (db) => {
    await step(report, 'Database', () => prepareDatabase(db, options), describeMigrations);
    const key = { home: options.home, configuredKey: options.values['secret.key'], replaces: options.replacesSecretKey };
    if (await bindSecretKey(db, key))
      await step(
        report,
        'Secret key',
        async () => {},
        () => 'replaced',
      );
    const engine = await createEngineOfHome(options.home, options.values['engine.kind'], options.values);
    const recovering = await findRecovering(db);
    if (recovering && !isUpgradeMark(recovering.backup)) {
      const node = await describeThisNode(db, engine);
      const databaseAdvice = await adviceOnRoles(db, options.databases);
      return { ...node, databaseAdvice, restoredFrom: recovering.backup, sendsAlerts: hasChannel(await alertSettings(db)) };
    }
    await inTransaction(db, async (trx) => {
      await seed(trx);
      await upsertCurrency(trx, options.values['money.currency']);
      await writeDefaultTimeZone(trx, options.values['guests.time_zone']);
    });
    // An unattended start never builds the image. An earlier version stays on sale until the current one is built.
    const isBuilt = await engine.images.isBuilt('tiny');
    if (isBuilt || !options.isUnattended) await step(report, 'Guest image', (tell) => provideTinyImage(db, engine, tell));
    const node = await step(report, 'Engine', async () => registerThisNode(db, engine, options));
    const sendsAlerts = hasChannel(await alertSettings(db));
    return { ...node, sendsAlerts, databaseAdvice: await adviceOnRoles(db, options.databases), restoredFrom: null };
  });
}

/** Runs the migrations and grants, and returns the migrations that ran. */
async function prepareDatabase(
  db: Kysely<Database>,
  { finishMigrations }: Pick<PrepareOptions, 'finishMigrations'>,
): Promise<string[]> {
  const applied = await migrate(db, { finish: finishMigrations });
  await applyGrants(db);
  return applied;
}

async function seed(trx: Transaction<Database>): Promise<void> {
  await seedCatalogue(trx);
  // Add the default pool only if no pool exists, because the operator manages the pools.
  const pools = await trx.selectFrom('ip_pools').select('id').limit(1).execute();
  if (pools.length === 0) await addPool(trx, DEFAULT_POOL);
}

function describeMigrations(applied: string[]): string {
  return applied.length > 0 ? `${applied.length} migration${applied.length > 1 ? 's' : ''} applied` : 'up to date';
}

/** Builds the image `tiny` from Debian packages, unless it is built already, and registers the image. Every host can build it. */
async function provideTinyImage(db: Kysely<Database>, engine: Engine, tell: (text: string) => void): Promise<void> {
  const { key, path: file, format } = await engine.images.provide('tiny', tell);
  const row = { ...KNOWN_IMAGES.tiny, key, format, path: engine.imageFiles.storedPath(file), ssh_keys_support: true };
  await inTransaction(db, (trx) => registerImage(trx, { ...row, source: { recipe: key } }));
}

type NodeSummary = Omit<Prepared, 'databaseAdvice' | 'restoredFrom' | 'sendsAlerts'>;

/**
 * Describes the node during a recovery. Does not open the engine, because that would adopt guests. Leaves the node's row as it was in the
 * backup.
 */
async function describeThisNode(db: Kysely<Database>, engine: Engine): Promise<NodeSummary> {
  const { version, accelerator, real } = engine.compute.capabilities;
  const { id } = await db.selectFrom('nodes').select('id').where('name', '=', THIS_NODE).executeTakeFirstOrThrow();
  return { engine: version, accelerator, real, network: engine.network.name, ...(await readOfferedCapacity(db, id)) };
}

async function registerThisNode(
  db: Kysely<Database>,
  engine: Engine,
  { home, values }: { home: Home; values: ConfigurationOf<'cli'> },
): Promise<NodeSummary> {
  // Open the engine briefly, before the worker does: `open` tests KVM with the current image and chooses the accelerator.
  await engine.compute.open();
  const { version, accelerator, real } = engine.compute.capabilities;
  const node = await measureNode(engine, {
    ...{ home, engine: values['engine.kind'], name: THIS_NODE },
    reserve: nodeReserveOf(values),
  });
  await engine.compute.close();
  const id = await registerNode(db, node, { vcpus_overcommit: VCPUS_PER_CORE });
  // The worker starts next, and is expected by this deadline.
  await expectBack(db, id, returnDeadline(new Date()));
  return { engine: version, accelerator, real, network: engine.network.name, ...(await readOfferedCapacity(db, id)) };
}

async function readOfferedCapacity(db: Kysely<Database>, nodeId: number): Promise<Pick<Prepared, 'capacity' | 'overcommit'>> {
  const node = await db
    .selectFrom('nodes')
    .select(['vcpus_offered', 'memory_mb_offered', 'disk_gb_offered', 'vcpus_overcommit'])
    .where('id', '=', nodeId)
    .executeTakeFirstOrThrow();
  const capacity = { vcpus: node.vcpus_offered, memoryMb: node.memory_mb_offered, diskGb: node.disk_gb_offered };
  return { capacity, overcommit: Number(node.vcpus_overcommit) };
}
