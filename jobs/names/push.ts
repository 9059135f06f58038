/**
 * Tells the DNS server the names that changed, zone by zone and outside of any transaction. Rows say what it shall have; what it was told is
 * noted after it has said so, so a death between the two tells it again. While it is away all wait; what it refuses waits alone.
 */
import { alertOnce, resolveAlerts } from '@innkeeper/db/tables/alerts';
import { type DnsSettings, dnsSettings, noteDnsAway, noteDnsBack } from '@innkeeper/db/tables/dns-settings';
import { claimPushes, holdPushes, markTold, markUntold, type Push, releasePushes } from '@innkeeper/db/tables/ptr-names';
import { DnsError, type DnsServer, type RecordChange } from '@innkeeper/engine/dns/port';
import { minutes } from '@innkeeper/model/clock';
import { pauseOfRefused, pauseWhileAway } from '@innkeeper/model/dns-pauses';
import { placeOf, type ReverseZone } from '@innkeeper/model/reverse-names';
import type { DnsContext } from '../job.ts';
import { makeZones, zoneFor } from './zones.ts';

/** Told with one request. PowerDNS with SQLite takes 0.1 s for 200 names. */
const AT_ONCE = 200;
/** In one run: a stop is waited for. */
const MOST_CLAIMS = 50;
/** Longer than a request may take, so that a name is told by one worker at a time. */
const HOLD_MS = minutes(2);
/** Restarts are shorter. */
const ALERT_AFTER_MS = minutes(15);
const AWAY = { kind: 'dns_away', key: 'dns' } as const;
const REFUSED = 'name_refused';

/** Returns how many names the server was told. */
export async function pushNames(cx: DnsContext): Promise<number> {
  const settings = await dnsSettings(cx.db);
  if (settings.driver === null || settings.retry_at > cx.clock.now()) return 0;
  const server = cx.dns(settings);
  let told = 0;
  try {
    await makeZones(cx, server, settings);
    for (let i = 0; i < MOST_CLAIMS && !cx.stopping?.aborted; i += 1) {
      const pushes = await claimPushes(cx.db, cx.clock.now(), { atMost: AT_ONCE, holdMs: HOLD_MS });
      if (pushes.length === 0) break;
      told += await tellAll(cx, server, settings, pushes);
    }
  } catch (error) {
    if (!isAway(error)) throw error;
    await noteAway(cx, error);
    return told;
  }
  if (settings.away_since !== null && (await noteDnsBack(cx.db))) await resolveAlerts(cx.db, AWAY, cx.clock.now());
  return told;
}

const isAway = (error: unknown): error is DnsError => error instanceof DnsError && error.kind === 'away';

async function noteAway({ db, clock }: DnsContext, { message: error }: DnsError): Promise<void> {
  const now = clock.now();
  const since = await noteDnsAway(db, { error, now, pauseMs: pauseWhileAway });
  if (now.getTime() - since.getTime() < ALERT_AFTER_MS) return;
  const message = `The DNS server is unavailable since ${since.toISOString()}: ${error}. Changed names wait. Test it with ./innkeeper dns check.`;
  await alertOnce(db, { ...AWAY, message });
}

/** Throws when the server is away, and nobody holds what it was not told then. */
async function tellAll(cx: DnsContext, server: DnsServer, settings: DnsSettings, pushes: readonly Push[]): Promise<number> {
  let [told, left] = [0, pushes];
  try {
    for (const [zone, ofZone] of byZone(pushes)) {
      told += await tell(cx, server, settings, zone, ofZone);
      left = left.filter((one) => !ofZone.includes(one));
    }
  } catch (error) {
    await releasePushes(cx.db, left);
    throw error;
  }
  return told;
}

/** All of a zone at once; one by one when it refuses that, so that what is wrong with one name keeps no other waiting. */
async function tell(
  cx: DnsContext,
  server: DnsServer,
  settings: DnsSettings,
  zone: ReverseZone,
  pushes: readonly Push[],
): Promise<number> {
  const held = await holdPushes(cx.db, pushes, cx.clock.now(), HOLD_MS);
  if (held.length === 0) return 0;
  try {
    await change(server, zone, settings, held);
  } catch (error) {
    if (!(error instanceof DnsError) || error.kind === 'away') throw error;
    if (error.kind === 'refused' && held.length > 1) {
      let told = 0;
      for (const one of held) told += await tell(cx, server, settings, zone, [one]);
      return told;
    }
    await markUntold(cx.db, held, { error: error.message, now: cx.clock.now(), pauseMs: pauseOfRefused });
    const message = `The DNS server rejected names of ${zone.name}: ${error.message}. Other names are pushed. Check the zone with ./innkeeper dns check.`;
    await alertOnce(cx.db, { kind: REFUSED, key: zone.name, message });
    return 0;
  }
  await markTold(cx.db, held, cx.clock.now());
  if (held.some(({ tries }) => tries > 1)) await resolveIfAllTold(cx, zone, held);
  return held.length;
}

async function change(server: DnsServer, zone: ReverseZone, settings: DnsSettings, pushes: readonly Push[]): Promise<void> {
  const changes = pushes.map(({ address, cidr, name }): RecordChange => {
    const record = placeOf(cidr, address)?.record ?? '';
    return { name: record, type: 'PTR', content: name === null ? null : [name.toLowerCase()], ttl: settings.ttl };
  });
  try {
    await server.change(zone.name, changes);
  } catch (error) {
    if (!(error instanceof DnsError) || error.kind !== 'no_zone') throw error;
    await server.makeZone(zoneFor(zone, settings)).catch((refused: unknown) => {
      // It says nothing of any name: to try each by itself would help none.
      throw refused instanceof DnsError && refused.kind === 'refused' ? new DnsError('failed', refused.message) : refused;
    });
    await server.change(zone.name, changes);
  }
}

/** Closes the alert about a zone with the last of its names that waited. */
async function resolveIfAllTold({ db, clock }: DnsContext, zone: ReverseZone, [one]: readonly Push[]): Promise<void> {
  const failing = await db
    .selectFrom('ptr_names as n')
    .innerJoin('ip_pools as p', 'p.id', 'n.pool_id')
    .select('n.address')
    .where('p.cidr', '=', one?.cidr ?? '')
    .where('n.error', 'is not', null)
    .execute();
  if (failing.some(({ address }) => placeOf(one?.cidr ?? '', address.split('/')[0] ?? '')?.zone.name === zone.name)) return;
  await resolveAlerts(db, { kind: REFUSED, key: zone.name }, clock.now());
}

/** In the order in which they come. */
function byZone(pushes: readonly Push[]): Map<ReverseZone, Push[]> {
  const zones = new Map<string, [ReverseZone, Push[]]>();
  for (const push of pushes) {
    const zone = placeOf(push.cidr, push.address)?.zone;
    if (!zone) continue;
    const known = zones.get(zone.name) ?? [zone, []];
    known[1].push(push);
    zones.set(zone.name, known);
  }
  return new Map(zones.values());
}
