/** Records which draining nodes also hand over their running servers (docs/decisions/nodes.md). */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const LIVE_DRAINS = `
  alter table nodes add column drains_live boolean not null default false,
    add constraint nodes_drain check (state = 'draining' or not drains_live);
  comment on column nodes.drains_live is 'True if a job moves all servers of the draining node, running ones without a stop.';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(LIVE_DRAINS)).execute(db);
}
