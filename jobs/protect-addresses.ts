/**
 * Makes rules of the kernel of the lists and geo filters of a node's addresses: soon after they change, and whenever they are not what they are to be
 * (a restart of the host, a flush by hand). What holds is asked of the engine, so nothing has to be remembered.
 */
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { countryDataset, rangesOf } from '@innkeeper/db/tables/geo-data';
import { endGrants, type LoadedProtection, loadProtections, wantedProtections } from '@innkeeper/db/tables/ip-protections';
import { transact } from '@innkeeper/domain/context';
import { EngineError } from '@innkeeper/engine/compute/port';
import type { AddressProtection, CountryData, ProtectionChange } from '@innkeeper/engine/network/protection';
import { type RawBuilder, sql } from 'kysely';
import type { NodeContext } from './job.ts';

/** Lists are loaded for so many addresses at a time: 1000 of 2 000 networks are 40 MB. */
const AT_ONCE = 1_000;

/** Something changed, or a source was let in for long enough. */
export const protectionDue = (now: Date): RawBuilder<boolean> =>
  sql<boolean>`exists (select from ip_protection_changes) or exists (select from ip_protection_grants where ends_at <= ${now})`;

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
  const refused = await bringAbout(cx, new Map(revisions), changed.length > 0);
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

interface Refused {
  network: string;
  why: string;
}

/**
 * Until what there is is what is wanted: what was read may be replaced by a later change, whose job does the same beside this one.
 * `there`: the revisions that hold; `changed`: what is shared has to be made again.
 */
async function bringAbout(cx: NodeContext, there: Map<string, string>, changed: boolean): Promise<Refused[]> {
  const { db, engine, node, log } = cx;
  const refused = new Map<string, Refused>();
  for (let round = 0; round < 5; round++) {
    const wanted = await wantedProtections(db, node?.id);
    const countries = await countryData(cx);
    const networks = new Set(wanted.map(({ network }) => network));
    const remove = [...there.keys()].filter((network) => !networks.has(network));
    const differing = wanted.filter(({ network, revision }) => there.get(network) !== revision && !refused.has(network));
    // New data of countries is loaded by any call.
    const call = round === 0 && (changed || wanted.some(({ geo }) => geo));
    if (remove.length === 0 && differing.length === 0 && !call) break;
    for (let at = 0; at === 0 || at < differing.length; at += AT_ONCE) {
      const loaded = await loadProtections(
        db,
        differing.slice(at, at + AT_ONCE).map((one) => one.ip_address_id),
      );
      const change = { set: loaded.map(inForce), remove: at === 0 ? remove : [], countries };
      for (const one of await protect(engine.network, change)) {
        refused.set(one.network, one);
        log.error(one, 'an address could not be protected');
      }
      for (const { network, revision } of change.set) there.set(network, revision);
    }
    for (const network of remove) there.delete(network);
  }
  return [...refused.values()];
}

/** All at once; if that is refused, one after the other, so that one keeps no other from its rules. */
async function protect(network: NodeContext['engine']['network'], change: ProtectionChange): Promise<Refused[]> {
  try {
    await network.protect(change);
    return [];
  } catch (error) {
    if (!(error instanceof EngineError)) throw error;
    if (change.set.length + change.remove.length <= 1)
      return [{ network: change.set[0]?.network ?? change.remove[0] ?? '', why: error.message }];
  }
  const refused: Refused[] = [];
  for (const one of change.remove) refused.push(...(await protect(network, { ...change, set: [], remove: [one] })));
  for (const one of change.set) refused.push(...(await protect(network, { ...change, set: [one], remove: [] })));
  return refused;
}

function inForce(one: LoadedProtection): AddressProtection {
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
  return { version: String(dataset.id), ranges: (country) => rangesOf(db, dataset.id, country) };
}
