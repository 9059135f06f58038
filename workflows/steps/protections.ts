/** Applies the lists and geo filters of addresses as rules in the kernel. */
import type { Database } from '@innkeeper/db/schema';
import { countryDataset, listRanges } from '@innkeeper/db/tables/geo-data';
import { type LoadedProtection, loadDesiredProtections, loadProtections } from '@innkeeper/db/tables/ip-protections';
import { EngineError } from '@innkeeper/engine/error';
import type { NetworkPort } from '@innkeeper/engine/network/port';
import type { AddressProtection, CountryData, ProtectionChange, ProtectionState } from '@innkeeper/engine/network/protection';
import type { Engine } from '@innkeeper/engine/open';
import type { Kysely } from 'kysely';
import type { Log } from '../define.ts';

/** Maximum number of addresses whose lists are loaded at a time. 1000 lists of 2,000 networks take 40 MB. */
const BATCH_SIZE = 1_000;

interface ProtectionContext {
  db: Kysely<Database>;
  engine: Pick<Engine, 'network'>;
  log: Pick<Log, 'error'>;
}

export interface RefusedProtection {
  network: string;
  why: string;
}

/**
 * Applies the protections of a node's addresses, or of all addresses without a node, until the rules match the rows. A later change may
 * replace what was read, and other calls run concurrently. `state` are the rules in force. Returns the addresses that the engine refuses.
 */
export async function applyProtections(
  cx: ProtectionContext,
  nodeId: number | undefined,
  state: ProtectionState,
): Promise<RefusedProtection[]> {
  const { db, engine, log } = cx;
  const appliedRevisions = new Map(state.revisions);
  const changed = state.changed.length > 0;
  const refused = new Map<string, RefusedProtection>();
  for (let round = 0; round < 5; round++) {
    const desired = await loadDesiredProtections(db, nodeId);
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
async function protect(network: NetworkPort, change: ProtectionChange): Promise<RefusedProtection[]> {
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

async function countryData({ db }: ProtectionContext): Promise<CountryData | null> {
  const dataset = await countryDataset(db);
  if (dataset === undefined) return null;
  return { version: String(dataset.id), ranges: (country) => listRanges(db, dataset.id, country) };
}
