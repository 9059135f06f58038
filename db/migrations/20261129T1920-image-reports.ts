/** Records how guests of an image report a boot, so that stock images without a guest agent can be sold (docs/decisions/guest-images.md). */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const IMAGE_REPORTS = `
  alter table images add column reports text not null default 'agent' check (reports in ('agent', 'line', 'none'));
  comment on column images.reports is 'How guests report a boot: by their agent, by the ready line of cloud-init, or not at all. Then a running machine counts as booted.';
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(IMAGE_REPORTS)).execute(db);
}
