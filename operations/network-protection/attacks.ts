/** Attacks on an address, its traffic, and the sources that are blocked automatically. */
import { type Attack, loadAttack, pageOfAttacks } from '@innkeeper/db/tables/attacks';
import { pageOfBlockedSources } from '@innkeeper/db/tables/blocked-sources';
import { loadAddressWithService } from '@innkeeper/db/tables/ip-protections';
import { type Origin, originsOf } from '@innkeeper/db/tables/origins';
import type { Customer } from '@innkeeper/domain/actor';
import { bandwidthOf } from '@innkeeper/domain/attacks/bandwidth';
import type { Cx, RequestCx } from '@innkeeper/domain/context';
import { emptyShares, type Share, type Shares, sumShares, topOf } from '@innkeeper/model/attacks/shares';
import { days } from '@innkeeper/model/time/clock';
import {
  type AttackDetails,
  presentAttack,
  presentAttackSummary,
  presentBlockedIp,
  presentTraffic,
} from '@innkeeper/present/attack';
import { page, pageRequest } from '@innkeeper/present/page';
import { presentProtection } from '@innkeeper/present/protection';
import type { Input, Reply } from '../define.ts';

const MAX_SHARES_SHOWN = 10;

/** Returns an address with its server or floating IP, and whether the address is under attack. */
export async function getProtection(cx: Cx<Customer>, { ipAddress }: Input<'getProtection'>): Promise<Reply<'getProtection'>> {
  return presentProtection(await loadAddressWithService(cx.db, ipAddress.id), cx.actor.taxRate);
}

/**
 * Returns the passed and dropped traffic, oldest first, by default of the last day. Throws `validation` for a period of more than 90 days.
 */
export async function getProtectionBandwidth(
  cx: Cx,
  { ipAddress, query: { 'filter[start]': start, 'filter[end]': end } }: Input<'getProtectionBandwidth'>,
): Promise<Reply<'getProtectionBandwidth'>> {
  const now = cx.clock.now().getTime();
  const to = Math.min(now, end == null ? now : end * 1000);
  const from = start == null ? to - days(1) : start * 1000;
  if (from > to) return { data: [] };
  const buckets = await bandwidthOf(cx, { addressId: ipAddress.id, from: new Date(from), to: new Date(to) });
  return { data: buckets.map(presentTraffic) };
}

/** Returns a page of the sources that are blocked automatically now, latest first, and their total count. */
export async function listBlockedIps(
  cx: RequestCx,
  { ipAddress, query }: Input<'listBlockedIps'>,
): Promise<Reply<'listBlockedIps'>> {
  const now = cx.clock.now();
  const { rows, total } = await pageOfBlockedSources(cx.db, { addressId: ipAddress.id, now, ...pageRequest(query) });
  const attack = await cx.db
    .selectFrom('attacks')
    .select('pattern')
    .where('ip_address_id', '=', ipAddress.id)
    .where('ended_at', 'is', null)
    .executeTakeFirst();
  const origins = await originsOf(
    cx.db,
    rows.map(({ source }) => source),
  );
  const pattern = attack?.pattern ?? null;
  const blocked = rows.map((row) => ({ ...row, country: origins.get(row.source)?.country ?? null, pattern }));
  return page(cx.url, query, { rows: blocked, total }, presentBlockedIp);
}

/**
 * Returns a page of the caller's attacks on the address during the period, newest first, and their total count. The period is the last week
 * by default.
 */
export async function listAttacks(cx: RequestCx, { ipAddress, query }: Input<'listAttacks'>): Promise<Reply<'listAttacks'>> {
  const { 'filter[start]': start, 'filter[end]': end } = query;
  const to = end == null ? cx.clock.now() : new Date(end * 1000);
  const from = start == null ? new Date(to.getTime() - days(7)) : new Date(start * 1000);
  const { accountId } = cx.actor;
  const attacks = await pageOfAttacks(cx.db, { addressId: ipAddress.id, accountId, from, to, ...pageRequest(query) });
  return page(cx.url, query, attacks, presentAttackSummary);
}

/** Returns an attack with its largest protocols, ports, sources and autonomous systems. */
export async function getAttack(cx: Cx, { attack }: Input<'getAttack'>): Promise<Reply<'getAttack'>> {
  return presentAttack(await detailsOf(cx, await loadAttack(cx.db, attack.id)));
}

async function detailsOf(cx: Cx, attack: Attack): Promise<AttackDetails> {
  const shares: Shares = { ...emptyShares(), ...(attack.shares as Partial<Shares>) };
  const origins = await originsOf(cx.db, Object.keys(shares.sources));
  return {
    attack,
    protocols: topOf(shares.protocols, MAX_SHARES_SHOWN),
    tcpPorts: topOf(shares.tcp_ports, MAX_SHARES_SHOWN),
    udpPorts: topOf(shares.udp_ports, MAX_SHARES_SHOWN),
    sources: topOf(shares.sources, MAX_SHARES_SHOWN).map((top) => ({ ...top, country: origins.get(top.key)?.country ?? null })),
    asns: asnsOf(shares.sources, origins),
  };
}

function asnsOf(sources: Shares['sources'], origins: ReadonlyMap<string, Origin>): AttackDetails['asns'] {
  const byAsn = new Map<number, { origin: Origin; shares: Share[] }>();
  for (const [source, share] of Object.entries(sources)) {
    const origin = origins.get(source);
    if (!origin || origin.asn === null) continue;
    const system = byAsn.get(origin.asn) ?? { origin, shares: [] };
    byAsn.set(origin.asn, system);
    system.shares.push(share);
  }
  return [...byAsn]
    .map(([asn, { origin, shares }]) => ({ asn, name: origin.name, country: origin.country, ...sumShares(shares) }))
    .sort((one, other) => other.bytes - one.bytes)
    .slice(0, MAX_SHARES_SHOWN);
}

/** Returns the traffic of the address during the attack, oldest first, as far as it is retained. */
export async function getAttackBandwidth(cx: Cx, { attack }: Input<'getAttackBandwidth'>): Promise<Reply<'getAttackBandwidth'>> {
  const { ip_address_id, started_at, ended_at } = await loadAttack(cx.db, attack.id);
  const to = ended_at ?? cx.clock.now();
  const buckets = await bandwidthOf(cx, { addressId: ip_address_id, from: started_at, to, anyLength: true });
  return { data: buckets.map(presentTraffic) };
}
