/**
 * What is known of a guest's crashes, so that it is started again, but not for ever; and servers' events tell why they are as
 * they are.
 */
import { type Kysely, sql } from 'kysely';

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`
    alter table servers
      add column crashed_at timestamptz,
      add column crash_starts timestamptz[] not null default '{}';
    comment on column servers.crashed_at is 'When its guest was seen to have crashed, until it runs again or is switched off.';
    comment on column servers.crash_starts is 'When it was started again after a crash; emptied by a start that its owner orders.';
    create index servers_crashed on servers (id) where power = 'crashed';

    create or replace function tell_server(server integer, how text) returns void language plpgsql as $$
    declare account integer; what jsonb;
    begin
      select s.account_id, jsonb_build_object('status', s.status, 'status_reason', s.status_reason, 'power', s.power,
          'rescue', s.rescue, 'network_suspended', s.network_suspended, 'lock_reason', l.reason)
        into account, what
        from servers s left join locks l on l.kind = 'server' and l.resource_id = s.id where s.id = server;
      if found then perform tell_event(account, 'server', server, how, what); end if;
    end $$;
  `.execute(db);
}
