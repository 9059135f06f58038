/**
 * Pushes changed names to the DNS server, zone by zone and outside of any transaction. The rows contain the intended names. A push is
 * recorded after the server confirmed it, so a crash in between repeats it. While the server is unavailable, all names wait. A name that
 * the server refuses does not delay other names.
 */
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { type DnsSettings, dnsSettings, markDnsAvailable, markDnsUnavailable } from '@innkeeper/db/tables/dns-settings';
import { claimPushes, extendClaims, markPushed, markPushFailed, type Push, releasePushes } from '@innkeeper/db/tables/ptr-names';
import { DnsError, type DnsServer, type RecordChange } from '@innkeeper/engine/dns/port';
import { delayAfterRefusal, delayWhileUnavailable } from '@innkeeper/model/net/dns-delays';
import { locateRecord, type ReverseZone } from '@innkeeper/model/net/reverse-names';
import { minutes } from '@innkeeper/model/time/clock';
import type { DnsContext } from '../job.ts';
import { makeZones, zoneFor } from './zones.ts';

/** Maximum number of names per request. PowerDNS with SQLite takes 0.1 s for 200 names. */
const BATCH_SIZE = 200;
/** Maximum number of batches per run, because stopping waits for the run. */
const MAX_CLAIMS = 50;
/** Duration of a claim in milliseconds. Longer than a request may take, so that one worker at a time pushes a name. */
const HOLD_MS = minutes(2);
/** Outage in milliseconds before an alert. Restarts are shorter. */
const ALERT_AFTER_MS = minutes(15);
const AWAY = { kind: 'dns_away', key: 'dns' } as const;
const REFUSED = 'name_refused';

/** Pushes due names. Returns how many were pushed. */
export async function pushNames(cx: DnsContext): Promise<number> {
  const settings = await dnsSettings(cx.db);
  if (settings.driver === null || settings.retry_at > cx.clock.now()) return 0;
  const server = cx.dns(settings);
  let pushed = 0;
  try {
    await makeZones(cx, server, settings);
    for (let i = 0; i < MAX_CLAIMS && !cx.stopping?.aborted; i += 1) {
      const pushes = await claimPushes(cx.db, cx.clock.now(), { atMost: BATCH_SIZE, holdMs: HOLD_MS });
      if (pushes.length === 0) break;
      pushed += await pushBatch(cx, server, settings, pushes);
    }
  } catch (error) {
    if (!isUnavailable(error)) throw error;
    await recordOutage(cx, error);
    return pushed;
  }
  if (settings.away_since !== null && (await markDnsAvailable(cx.db))) await resolveAlerts(cx.db, AWAY, cx.clock.now());
  return pushed;
}

const isUnavailable = (error: unknown): error is DnsError => error instanceof DnsError && error.kind === 'away';

async function recordOutage({ db, clock }: DnsContext, { message: error }: DnsError): Promise<void> {
  const now = clock.now();
  const since = await markDnsUnavailable(db, { error, now, pauseMs: delayWhileUnavailable });
  if (now.getTime() - since.getTime() < ALERT_AFTER_MS) return;
  const message = `The DNS server is unavailable since ${since.toISOString()}: ${error}. Changed names wait. Test it with ./innkeeper dns check.`;
  await alertOnce(db, { ...AWAY, message });
}

/** Pushes a batch, zone by zone. If the server is unavailable, releases the names that were not pushed and throws. */
async function pushBatch(cx: DnsContext, server: DnsServer, settings: DnsSettings, pushes: readonly Push[]): Promise<number> {
  let [pushed, left] = [0, pushes];
  try {
    for (const [zone, ofZone] of byZone(pushes)) {
      pushed += await pushZone(cx, server, settings, zone, ofZone);
      left = left.filter((one) => !ofZone.includes(one));
    }
  } catch (error) {
    await releasePushes(cx.db, left);
    throw error;
  }
  return pushed;
}

/** Pushes all names of a zone in one update. If the server refuses, pushes them one by one, so that a wrong name does not delay others. */
async function pushZone(
  cx: DnsContext,
  server: DnsServer,
  settings: DnsSettings,
  zone: ReverseZone,
  pushes: readonly Push[],
): Promise<number> {
  const claimed = await extendClaims(cx.db, pushes, cx.clock.now(), HOLD_MS);
  if (claimed.length === 0) return 0;
  try {
    await change(server, zone, settings, claimed);
  } catch (error) {
    if (!(error instanceof DnsError) || error.kind === 'away') throw error;
    if (error.kind === 'refused' && claimed.length > 1) {
      let pushed = 0;
      for (const one of claimed) pushed += await pushZone(cx, server, settings, zone, [one]);
      return pushed;
    }
    await markPushFailed(cx.db, claimed, { error: error.message, now: cx.clock.now(), pauseMs: delayAfterRefusal });
    const message = `The DNS server rejected names of ${zone.name}: ${error.message}. Other names are pushed. Check the zone with ./innkeeper dns check.`;
    await alertOnce(cx.db, { kind: REFUSED, key: zone.name, message });
    return 0;
  }
  await markPushed(cx.db, claimed, cx.clock.now());
  if (claimed.some(({ tries }) => tries > 1)) await resolveIfAllPushed(cx, zone, claimed);
  return claimed.length;
}

async function change(server: DnsServer, zone: ReverseZone, settings: DnsSettings, pushes: readonly Push[]): Promise<void> {
  const changes = pushes.map(({ address, cidr, name }): RecordChange => {
    const record = locateRecord(cidr, address)?.record ?? '';
    return { name: record, type: 'PTR', content: name === null ? null : [name.toLowerCase()], ttl: settings.ttl };
  });
  try {
    await server.change(zone.name, changes);
  } catch (error) {
    if (!(error instanceof DnsError) || error.kind !== 'no_zone') throw error;
    await server.createZone(zoneFor(zone, settings)).catch((refused: unknown) => {
      // The error does not concern any name, so pushing each separately would not help.
      throw refused instanceof DnsError && refused.kind === 'refused' ? new DnsError('failed', refused.message) : refused;
    });
    await server.change(zone.name, changes);
  }
}

/** Closes the alert of a zone if no name of the zone fails. */
async function resolveIfAllPushed({ db, clock }: DnsContext, zone: ReverseZone, [one]: readonly Push[]): Promise<void> {
  const failing = await db
    .selectFrom('ptr_names as n')
    .innerJoin('ip_pools as p', 'p.id', 'n.pool_id')
    .select('n.address')
    .where('p.cidr', '=', one?.cidr ?? '')
    .where('n.error', 'is not', null)
    .execute();
  if (failing.some(({ address }) => locateRecord(one?.cidr ?? '', address.split('/')[0] ?? '')?.zone.name === zone.name)) return;
  await resolveAlerts(db, { kind: REFUSED, key: zone.name }, clock.now());
}

/** Groups pushes by zone, keeping their order. */
function byZone(pushes: readonly Push[]): Map<ReverseZone, Push[]> {
  const zones = new Map<string, [ReverseZone, Push[]]>();
  for (const push of pushes) {
    const zone = locateRecord(push.cidr, push.address)?.zone;
    if (!zone) continue;
    const known = zones.get(zone.name) ?? [zone, []];
    known[1].push(push);
    zones.set(zone.name, known);
  }
  return new Map(zones.values());
}
