/**
 * Applies the lists and geo filters of a node's addresses as rules in the kernel. Runs soon after a change, and restores rules after a
 * reboot of the host or a manual flush. The engine reports the rules in force, so this job stores no state.
 */
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { countryDataset, listRanges } from '@innkeeper/db/tables/geo-data';
import { endGrants, type LoadedProtection, loadDesiredProtections, loadProtections } from '@innkeeper/db/tables/ip-protections';
import { transact } from '@innkeeper/domain/context';
import { EngineError } from '@innkeeper/engine/error';
import type { AddressProtection, CountryData, ProtectionChange } from '@innkeeper/engine/network/protection';
import { type RawBuilder, sql } from 'kysely';
import type { NodeContext } from './job.ts';

/** Maximum number of addresses whose lists are loaded at a time. 1000 lists of 2,000 networks take 40 MB. */
const BATCH_SIZE = 1_000;

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
  const { revisions, changed } = await engine.network.protection();
  const key = node?.name ?? 'all';
  if (changed.length > 0) {
    log.warn({ changed }, 'the address protection was changed outside of Innkeeper and is restored');
    const message = `The network of node ${key} was changed outside of Innkeeper and is restored: ${changed.join(', ')}. Find the cause, then close this alert.`;
    await alertOnce(db, { kind: 'network_restored', key, message });
  }
  const refused = await applyProtections(cx, new Map(revisions), changed.length > 0);
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

interface RefusedProtection {
  network: string;
  why: string;
}

/**
 * Applies protections until the rules match the rows. A later change may replace what was read, and its job runs concurrently. `appliedRevisions`
 * are those in force. `changed` means that shared rules must be rebuilt.
 */
async function applyProtections(
  cx: NodeContext,
  appliedRevisions: Map<string, string>,
  changed: boolean,
): Promise<RefusedProtection[]> {
  const { db, engine, node, log } = cx;
  const refused = new Map<string, RefusedProtection>();
  for (let round = 0; round < 5; round++) {
    const desired = await loadDesiredProtections(db, node?.id);
    const countries = await countryData(cx);
    const networks = new Set(desired.map(({ network }) => network));
    const remove = [...appliedRevisions.keys()].filter((network) => !networks.has(network));
    const differing = desired.filter(
      ({ network, revision }) => appliedRevisions.get(network) !== revision && !refused.has(network),
    );
    // Any call loads new country data.
    const call = round === 0 && (changed || desired.some(({ geo }) => geo));
    if (remove.length === 0 && differing.length === 0 && !call) break;
    for (let at = 0; at === 0 || at < differing.length; at += BATCH_SIZE) {
      const loaded = await loadProtections(
        db,
        differing.slice(at, at + BATCH_SIZE).map((one) => one.ip_address_id),
      );
      const change = { set: loaded.map(toAddressProtection), remove: at === 0 ? remove : [], countries };
      for (const one of await protect(engine.network, change)) {
        refused.set(one.network, one);
        log.error(one, 'an address could not be protected');
      }
      for (const { network, revision } of change.set) appliedRevisions.set(network, revision);
    }
    for (const network of remove) appliedRevisions.delete(network);
  }
  return [...refused.values()];
}

/** Applies all changes together. If the engine refuses, applies them one by one, so that one address does not block others. */
async function protect(network: NodeContext['engine']['network'], change: ProtectionChange): Promise<RefusedProtection[]> {
  try {
    await network.protect(change);
    return [];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (change.set.length + change.remove.length <= 1)
      return [{ network: change.set[0]?.network ?? change.remove[0] ?? '', why: error.message }];
  }
  const refused: RefusedProtection[] = [];
  for (const one of change.remove) refused.push(...(await protect(network, { ...change, set: [], remove: [one] })));
  for (const one of change.set) refused.push(...(await protect(network, { ...change, set: [one], remove: [] })));
  return refused;
}

function toAddressProtection(one: LoadedProtection): AddressProtection {
  const bits = one.network.includes(':') ? 128 : 32;
  return {
    network: one.network,
    revision: one.revision,
    whitelist: [...(one.whitelist_active ? one.whitelist : []), ...one.granted.map((source) => `${source}/${bits}`)],
    blacklist: one.blacklist_active ? one.blacklist : [],
    geo: one.geo_active ? { action: one.geo_action, countries: one.geo_countries } : null,
  };
}

async function countryData({ db }: NodeContext): Promise<CountryData | null> {
  const dataset = await countryDataset(db);
  if (dataset === undefined) return null;
  return { version: String(dataset.id), ranges: (country) => listRanges(db, dataset.id, country) };
}
