/** The state of an installation between a restore and `restore finish` (docs/decisions/recovering.md). */
import { type Kysely, sql } from 'kysely';
import { documented } from './start/documented.ts';

export const RECOVERING = `
  -- One row while the installation recovers from a restore, none otherwise. API, workers and commands read it before they act.
  create table recovering (
    only_one boolean primary key default true check (only_one),
    -- Time of the restore.
    since timestamptz not null,
    -- File name of the restored backup.
    backup text not null check (backup <> ''),
    -- Time of the backup's snapshot. Later changes are lost.
    taken_at timestamptz not null,
    -- Names of the completed steps of restore finish, in their order.
    steps text[] not null default '{}'
  );
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(documented(RECOVERING)).execute(db);
}
