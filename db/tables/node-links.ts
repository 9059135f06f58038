/** Links of nodes: where the worker of each node listens for the others, and the digest of its certificate. */
import type { Kysely } from 'kysely';
import type { Database } from '../schema.ts';

export interface NodeLink {
  /** Name of the node. */
  node: string;
  /** Address and port, such as `10.0.0.5:7443`. */
  address: string;
  /** SHA-256 of the certificate in hexadecimal. */
  certificate: string;
}

const links = (db: Kysely<Database>) =>
  db
    .selectFrom('node_links as l')
    .innerJoin('nodes as n', 'n.id', 'l.node_id')
    .select(['n.name as node', 'l.address', 'l.certificate']);

/** Lists the links of all nodes. */
export function listNodeLinks(db: Kysely<Database>): Promise<NodeLink[]> {
  return links(db).orderBy('n.id').execute();
}

/** Finds the link of a node. */
export function findNodeLink(db: Kysely<Database>, node: string): Promise<NodeLink | undefined> {
  return links(db).where('n.name', '=', node).executeTakeFirst();
}

/** Finds the link whose worker has a certificate. */
export function findLinkOfCertificate(db: Kysely<Database>, certificate: string): Promise<NodeLink | undefined> {
  return links(db).where('l.certificate', '=', certificate).executeTakeFirst();
}

/** Writes the link of a node. */
export async function recordNodeLink(
  db: Kysely<Database>,
  { nodeId, ...link }: { nodeId: number } & Omit<NodeLink, 'node'>,
): Promise<void> {
  await db
    .insertInto('node_links')
    .values({ node_id: nodeId, ...link })
    .onConflict((oc) => oc.column('node_id').doUpdateSet(link))
    .execute();
}
