/**
 * Applies the lists and geo filters of a node's addresses as rules in the kernel. Runs soon after a change, and restores rules after a
 * reboot of the host or a manual flush. The engine reports the rules in force, so this job stores no state.
 */
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { endGrants } from '@innkeeper/db/tables/ip-protections';
import { transact } from '@innkeeper/domain/context';
import { applyProtections } from '@innkeeper/workflows/steps/protections';
import { type RawBuilder, sql } from 'kysely';
import type { NodeContext } from './job.ts';

/** Returns whether something changed, or a temporary permission of a source has ended. */
export const protectionDue = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ip_protection_changes) or exists (select from ip_protection_grants where ends_at <= ${now})`;

/** Applies the protection of the node's addresses, and ends expired permissions. */
export async function protectAddresses(cx: NodeContext): Promise<void> {
  const { db, engine, node, clock, log } = cx;
  await transact(cx, ({ db: trx }) => endGrants(trx, clock.now()));
  const noted = await db
    .selectFrom('ip_protection_changes')
    .select('id')
    .$if(node !== undefined, (query) => query.where('node_id', '=', node?.id ?? 0))
    .orderBy('id')
    .limit(10_000)
    .execute();
  const state = await engine.network.protection();
  const { changed } = state;
  const key = node?.name ?? 'all';
  if (changed.length > 0) {
    log.warn({ changed }, 'the address protection was changed outside of Innkeeper and is restored');
    const message = `The network of node ${key} was changed outside of Innkeeper and is restored: ${changed.join(', ')}. Find the cause, then close this alert.`;
    await alertOnce(db, { kind: 'network_restored', key, message });
  }
  const refused = await applyProtections(cx, node?.id, state);
  if (refused.length === 0) await resolveAlerts(db, { kind: 'protection_failed', key }, clock.now());
  else {
    const [first] = refused;
    const message = `The lists and filters of ${refused
      .map(({ network }) => network)
      .slice(0, 5)
      .join(', ')} (${refused.length} addresses in total) could not be applied on node ${key}: ${first?.why}`;
    await alertOnce(db, { kind: 'protection_failed', key, message });
  }
  const ids = noted.map(({ id }) => id);
  if (ids.length > 0) await db.deleteFrom('ip_protection_changes').where('id', 'in', ids).execute();
}
