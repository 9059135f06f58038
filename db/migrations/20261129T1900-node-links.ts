/** Addresses and certificates by which the workers of several hosts reach and recognise each other (docs/decisions/node-link.md). */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const NODE_LINKS = `
  -- Links of nodes. The worker of a node writes its row at each start, and a deleted row ends the link.
  create table node_links (
    node_id integer primary key references nodes (id),
    -- Address and port on which the worker listens for other nodes, such as 10.0.0.5:7443.
    address text not null check (address <> ''),
    -- SHA-256 of the worker's certificate in hexadecimal. Both sides compare it at each connection.
    certificate text not null unique check (certificate ~ '^[0-9a-f]{64}$')
  );
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(NODE_LINKS)).execute(db);
}
