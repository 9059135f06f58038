import { loadAttack } from '@innkeeper/db/tables/attacks';
import { type Origin, originsOf } from '@innkeeper/db/tables/origins';
import type { Cx } from '@innkeeper/domain/context';
import { emptyShares, type Share, type Shares, sumShares, topOf } from '@innkeeper/model/attacks/shares';
import type { AttackDetails } from '@innkeeper/present/attack';

const MAX_SHARES_SHOWN = 10;

/** Returns an attack with its largest protocols, ports, sources and autonomous systems. */
export async function getAttack(cx: Cx, input: { attack: { id: number } }): Promise<AttackDetails> {
  const attack = await loadAttack(cx.db, input.attack.id);
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
