/** Restores the configured network of a node, and opens an alert if something else has changed it. */
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { EngineError } from '@innkeeper/engine/error';
import { NO_UPLINK } from '@innkeeper/model/net/uplink';
import { applyFirewalls, logRefused, type RefusedFirewall } from '@innkeeper/workflows/steps/firewalls';
import { type SqlBool, sql } from 'kysely';
import type { NodeContext, WatchedNode } from './job.ts';
import { alertRefusedPools, poolsToJudge, splitUsablePools } from './reconcile-pools.ts';
import { releaseHeldCards } from './release-held-cards.ts';
import { nodesOf } from './watch/of-node.ts';

/** Applies uplink, pools and firewalls of the node, releases cards that no move holds any more, and reports the network. */
export async function reconcileNetwork(cx: NodeContext): Promise<void> {
  for (const node of await nodesOf(cx)) await reconcileUplink(cx, node);
  // Without a node, the engine would get the firewalls of the last node only.
  if (!cx.node) return;
  await reconcileFirewalls(cx, cx.node);
  await releaseHeldCards(cx, cx.node);
}

async function reconcileUplink(cx: NodeContext, node: WatchedNode): Promise<void> {
  const { db, engine, clock, log } = cx;
  const set = await db
    .selectFrom('nodes')
    .select(['uplink', 'uplink_made_at', 'uplink_error'])
    .where('id', '=', node.id)
    .executeTakeFirstOrThrow();
  const uplink = set.uplink ?? NO_UPLINK;
  const all = await poolsToJudge(db, node.id);
  const { usable, refused } = splitUsablePools(all, (await engine.network.readState()).host, node.name);
  const pools = usable.map(({ cidr, gateway }) => ({ cidr, gateway }));
  const failed = { kind: 'uplink_failed' as const, key: node.name };
  /** Updates only if the uplink is still the one this run began with. A later setting is handled by the next run. */
  const write = (result: { uplink_made_at?: Date; uplink_error: string | null }) =>
    db
      .updateTable('nodes')
      .set(result)
      .where('id', '=', node.id)
      .where(sql<SqlBool>`uplink is not distinct from ${set.uplink === null ? null : JSON.stringify(set.uplink)}::jsonb`)
      .execute();
  try {
    const restored = await engine.network.reconcile({ pools, uplink });
    if (restored.length > 0) {
      log.warn({ restored }, 'the network was changed outside of Innkeeper and is restored');
      const message = `The network of node ${node.name} was changed outside of Innkeeper and is restored: ${restored.join(', ')}. Find the cause, then close this alert.`;
      await alertOnce(db, { kind: 'network_restored', key: node.name, message });
    }
    if (set.uplink_made_at === null && set.uplink !== null) await write({ uplink_made_at: clock.now(), uplink_error: null });
    else if (set.uplink_error !== null) await write({ uplink_error: null });
    await resolveAlerts(db, failed, clock.now());
    const left = (await engine.network.readState()).refused;
    for (const { cidr, why } of left) refused.push({ name: all.find((pool) => pool.cidr === cidr)?.name ?? cidr, why });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    log.error({ err: error }, 'the uplink could not be applied');
    if (set.uplink_error !== error.message) await write({ uplink_error: error.message });
    const message = `The uplink (${uplink.mode}) of node ${node.name} could not be applied: ${error.message}`;
    await alertOnce(db, { ...failed, message });
  }
  await alertRefusedPools(db, { node: node.name, refused, now: clock.now() });
  await reportNetwork(cx, node);
}

/** Writes the kernel's network state if it differs from the last report. */
async function reportNetwork({ db, engine }: NodeContext, node: WatchedNode): Promise<void> {
  const network = JSON.stringify(await engine.network.readState());
  await db
    .updateTable('nodes')
    .set({ network })
    .where('id', '=', node.id)
    .where(sql<SqlBool>`network is distinct from ${network}::jsonb`)
    .execute();
}

/** Applies firewalls that workflows failed to apply, and removes the firewalls of servers that left the node. */
async function reconcileFirewalls({ db, engine, clock, log }: NodeContext, node: WatchedNode): Promise<void> {
  const failed = { kind: 'firewalls_failed' as const, key: node.name };
  try {
    const { refused } = await applyFirewalls({ db, engine }, node.id);
    logRefused({ log }, refused);
    if (refused.length === 0) await resolveAlerts(db, failed, clock.now());
    else await alertOnce(db, { ...failed, message: describeRefused(node, refused) });
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    log.error({ err: error }, 'the firewalls could not be applied');
    const message = `The firewalls of servers on node ${node.name} could not be applied: ${error.message}. The worker retries every 15 s.`;
    await alertOnce(db, { ...failed, message });
  }
}

function describeRefused(node: WatchedNode, refused: readonly RefusedFirewall[]): string {
  const ids = refused.map(({ id }) => id).slice(0, 5);
  return `The firewalls ${ids.join(', ')} (${refused.length} in total) could not be applied on node ${node.name}: ${refused[0]?.error.message}. Other firewalls are applied. The worker retries every 15 s.`;
}
