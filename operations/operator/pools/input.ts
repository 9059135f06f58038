/** Validates the operator's input for pools. Every failure names the field. */
import type { Database } from '@innkeeper/db/schema';
import { invalid } from '@innkeeper/model/failures';
import { type IpNetwork, isWithin, parseNetwork } from '@innkeeper/model/ip-networks';
import { type Kysely, sql } from 'kysely';

/** Parses the network of a pool. Throws `validation`. */
export function parsePoolNetwork(text: string): IpNetwork {
  const network = text.includes('/') ? parseNetwork(text) : undefined;
  if (!network) throw invalid('cidr', 'Must be a network such as 192.0.2.0/24 or 2001:db8::/32, without host bits.');
  const [min, max] = network.version === 4 ? [16, 30] : [16, 64];
  if (network.prefix < min || network.prefix > max)
    throw invalid('cidr', `An IPv${network.version} network must be from /${min} to /${max}.`);
  return network;
}

const LINK_LOCAL = parseNetwork('fe80::/10') as IpNetwork;

/** Throws `validation` for a gateway that guests of the network could not reach. */
export function checkGateway(text: string, cidr: string, network: IpNetwork): void {
  const gateway = text.includes('/') ? undefined : parseNetwork(text);
  if (gateway?.version !== network.version) throw invalid('gateway', `Must be an IPv${network.version} address.`);
  if (network.version === 6 && !isWithin(gateway, LINK_LOCAL))
    throw invalid('gateway', 'Must be a link-local address such as fe80::1, which is the same for all prefixes.');
  if (network.version === 4 && (gateway.first <= network.first || gateway.first >= network.last))
    throw invalid('gateway', `Must be an address in ${cidr}, neither its first nor its last.`);
}

/** Returns the excluded networks without duplicates. A single `none` stands for an empty list. Throws `validation` with the index. */
export function excludedOf(texts: readonly string[], cidr: string, network: IpNetwork): string[] {
  if (texts.length === 1 && texts[0] === 'none') return [];
  for (const [i, text] of texts.entries()) {
    const one = parseNetwork(text);
    if (!one || !isWithin(one, network)) throw invalid(`excluded.${i}`, `Must be an address or a network in ${cidr}.`);
  }
  return [...new Set(texts)];
}

/** Returns the id of the node, or `null` for all nodes. Throws `validation`. */
export async function nodeIdOf(db: Kysely<Database>, name: string | undefined): Promise<number | null> {
  if (name === undefined || name === 'all') return null;
  const node = await db.selectFrom('nodes').select('id').where('name', '=', name).executeTakeFirst();
  if (!node) throw invalid('node', `Node ${name} does not exist.`);
  return node.id;
}

/** Throws `validation` if the network overlaps a pool. */
export async function refuseOverlap(db: Kysely<Database>, cidr: string): Promise<void> {
  const other = await db
    .selectFrom('ip_pools')
    .select(['name', 'cidr'])
    .where(sql<boolean>`cidr && ${cidr}::inet`)
    .executeTakeFirst();
  if (other) throw invalid('cidr', `The network overlaps the pool ${other.name}, ${other.cidr}.`);
}
