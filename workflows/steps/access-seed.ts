/** Writes the seed for the next boot of an existing guest: only the parts that it has not applied yet. */
import type { Database, SeedPart } from '@innkeeper/db/schema';
import { updateServer } from '@innkeeper/db/tables/servers';
import type { Amendment, Seed } from '@innkeeper/engine/compute/port';
import type { Nic } from '@innkeeper/engine/nic';
import { machineIdOf } from '@innkeeper/model/servers/machine-names';
import { type Kysely, sql } from 'kysely';
import type { StepContext } from '../define.ts';
import { machineSpec } from './machine-spec.ts';
import type { OnServer } from './server.ts';

const AMENDMENTS: Record<SeedPart, Amendment | undefined> = {
  hostname: undefined,
  password: 'password',
  ssh_keys: 'sshKeys',
};

/** Returns the parts of the seed that the guest applies at its next boot. */
export async function listPendingSeedParts(db: Kysely<Database>, serverId: number): Promise<SeedPart[]> {
  const row = await db.selectFrom('servers').select('seed_waits').where('id', '=', serverId).executeTakeFirst();
  return row?.seed_waits ?? [];
}

/** Returns the amendments of the next seed that an existing guest applies. */
export const amendsOf = (waits: readonly SeedPart[]): Amendment[] => waits.flatMap((part) => AMENDMENTS[part] ?? []);

/**
 * Writes a seed with the waiting parts from the rows, overridden by `change`. With `reapply`, the guest applies it at its next boot even if
 * it has applied the previous seed. `nic` has the guest's addresses from then on.
 */
export async function writeAmendment(
  cx: StepContext<OnServer>,
  { waits, reapply, change, nic }: { waits: readonly SeedPart[]; reapply: boolean; change: Partial<Seed>; nic?: Nic },
): Promise<void> {
  const { serverId } = cx.input;
  await updateServer(cx.db, serverId, {
    seed_waits: [...waits],
    ...(reapply ? { seed_version: sql<number>`seed_version + 1` } : {}),
  });
  const { machine } = await machineSpec(cx.db, serverId, cx.settings.dnsResolvers);
  const seed = { ...machine.seed, startupScript: null, ...change, amends: amendsOf(waits) };
  await cx.engine.compute.reseed(machineIdOf(serverId), seed, nic);
}
