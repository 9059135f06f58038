/** Builds the engine's specification of a server from its rows. */
import type { Database, Image, Plan } from '@innkeeper/db/schema';
import { CUSTOM_IMAGE } from '@innkeeper/db/tables/images';
import type { Drives } from '@innkeeper/domain/workflows/inputs';
import type { MachineLimits, MachineSpec } from '@innkeeper/engine/compute/port';
import type { ImageFile } from '@innkeeper/engine/images/port';
import type { NicSpec } from '@innkeeper/engine/nic';
import { machineIdOf, macOf } from '@innkeeper/model/servers/machine-names';
import { type Kysely, sql } from 'kysely';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import { NonRetryableError } from '../define.ts';
import { mediaOf } from './media.ts';

export interface ServerPlan {
  nic: NicSpec;
  machine: Omit<MachineSpec, 'nic'>;
  /** Copy from which the first disk is created, or `null` to create it from the image. */
  sourceCopyId: number | null;
  /** ISOs of the drives, including those whose files are not on the node. */
  drives: Drives;
  nodeId: number;
  /** `true` if the server has a firewall. */
  firewalled: boolean;
}

/**
 * Returns the specification of a server's machine. `dns` are the resolvers of the guest. Throws `NonRetryableError` if the server has no
 * row.
 */
export async function machineSpec(db: Kysely<Database>, serverId: number, dns: readonly string[]): Promise<ServerPlan> {
  const server = await rowsOf(db, serverId);
  if (!server) throw new NonRetryableError('operator', 'The server no longer exists.', `server ${serverId} has no row`);
  const drives = { primary: server.primary_iso_id, secondary: server.secondary_iso_id, bootIso: server.boot_iso };
  const media = await mediaOf(db, drives, server.node_id);
  const machineId = machineIdOf(serverId);
  return {
    sourceCopyId: server.source_copy_id,
    drives,
    nodeId: server.node_id,
    firewalled: server.firewalled,
    nic: {
      machineId,
      mac: macOf(serverId),
      hostname: server.hostname,
      addresses: server.addresses.map(({ address, prefix, gateway, version }) => ({
        address,
        prefix,
        gateway,
        version: version === 6 ? 6 : 4,
      })),
      dns,
      limitMbps: server.network_speed_mbps,
    },
    machine: {
      machineId,
      vcpus: server.vcpus,
      memoryMb: server.memory_mb,
      diskGb: server.disk_gb,
      source: server.image_key === CUSTOM_IMAGE ? { from: 'blank' } : { from: 'image', image: imageOf(server) },
      limits: limitsOf(server),
      media,
      seed: {
        instanceId: `${machineId}-${server.seed_version}`,
        hostname: server.hostname,
        sshKeys: server.keys.map((key) => key.public_key),
        passwordHash: server.root_password_hash,
        startupScript: server.startup_script,
        startupScriptKind: server.startup_script_kind,
      },
    },
  };
}

interface ImageColumns {
  image_key: string;
  image_path: string;
  image_format: Image['format'];
  image_sha256: string | null;
  image_reports: Image['reports'];
}

const imageOf = (row: ImageColumns): ImageFile => ({
  key: row.image_key,
  path: row.image_path,
  format: row.image_format,
  sha256: row.image_sha256,
  reports: row.image_reports,
});

/** Reads all rows in one statement. */
async function rowsOf(db: Kysely<Database>, serverId: number) {
  return db
    .selectFrom('servers')
    .innerJoin('images', 'images.id', 'servers.image_id')
    .innerJoin('plans', 'plans.id', 'servers.plan_id')
    .selectAll('servers')
    .select([
      'images.key as image_key',
      'images.path as image_path',
      'images.format as image_format',
      'images.sha256 as image_sha256',
      'images.reports as image_reports',
    ])
    .select(['plans.disk_iops', 'plans.disk_mb_per_second'])
    .select(sql<boolean>`exists (select from firewall_servers where server_id = servers.id)`.as('firewalled'))
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('ip_addresses')
          .select(['address', 'prefix', 'gateway', 'version'])
          .whereRef('server_id', '=', 'servers.id')
          // Addresses of ended addons are being removed (jobs/release-addresses.ts).
          .where(({ not, exists, selectFrom }) =>
            not(
              exists(
                selectFrom('services')
                  .select('services.id')
                  .whereRef('services.id', '=', 'ip_addresses.addon_id')
                  .where('services.status', '=', 'terminated'),
              ),
            ),
          )
          .orderBy('main', 'desc')
          .orderBy('version')
          .orderBy('id'),
      ).as('addresses'),
      jsonArrayFrom(
        eb
          .selectFrom('server_ssh_keys')
          .innerJoin('ssh_keys', 'ssh_keys.id', 'server_ssh_keys.ssh_key_id')
          .select('ssh_keys.public_key')
          .whereRef('server_ssh_keys.server_id', '=', 'servers.id')
          .orderBy('ssh_keys.id'),
      ).as('keys'),
    ])
    .where('servers.id', '=', serverId)
    .executeTakeFirst();
}

/** Returns the disk throughput limits of a plan. */
export async function diskLimits(db: Kysely<Database>, planId: number): Promise<MachineLimits> {
  const limits = db.selectFrom('plans').select(['disk_iops', 'disk_mb_per_second']).where('id', '=', planId);
  const plan = await limits.executeTakeFirst();
  return plan ? limitsOf(plan) : {};
}

function limitsOf({ disk_iops, disk_mb_per_second }: Pick<Plan, 'disk_iops' | 'disk_mb_per_second'>): MachineLimits {
  return {
    ...(disk_iops === null ? {} : { iops: disk_iops }),
    ...(disk_mb_per_second === null ? {} : { bytesPerSecond: disk_mb_per_second * 1_000_000 }),
  };
}
