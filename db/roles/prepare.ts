/** Prepares the roles of a database server that belongs to Innkeeper alone. Requires its superuser. All steps can be repeated. */
import type pg from 'pg';
import { API_ROLE, OPERATOR_ROLE, OWNER_ROLE, WORKER_ROLE } from '../roles.ts';

/** Creates the roles and revokes additional attributes that they may have been given. */
export async function prepareRoles(superuser: pg.Client): Promise<void> {
  for (const role of [OWNER_ROLE, API_ROLE, WORKER_ROLE, OPERATOR_ROLE]) {
    const { rowCount } = await superuser.query('select from pg_roles where rolname = $1', [role]);
    if (rowCount === 0) await superuser.query(`create role ${role}`);
    await superuser.query(`alter role ${role} login nosuperuser nocreatedb nocreaterole noreplication nobypassrls`);
  }
}

/** Makes the owner role the owner of the database and everything in it. Earlier versions created them as the superuser. */
export async function handOver(superuser: pg.Client, database: string): Promise<void> {
  await superuser.query(`alter database ${superuser.escapeIdentifier(database)} owner to ${OWNER_ROLE}`);
  await superuser.query(HAND_OVER);
}

/** Sequences and row types change owner with their tables. */
const HAND_OVER = `
  do $$
  declare
    owner oid := '${OWNER_ROLE}'::regrole;
    one text;
  begin
    for one in
      select format('alter %s public.%I owner to ${OWNER_ROLE}', case relkind when 'v' then 'view' when 'S' then 'sequence' else 'table' end, relname)
      from pg_class
      where relnamespace = 'public'::regnamespace and relowner <> owner and relkind in ('r', 'p', 'v', 'S')
        and not exists (select from pg_depend where objid = pg_class.oid and deptype in ('a', 'i') and refclassid = 'pg_class'::regclass)
      union all
      select format('alter routine %s owner to ${OWNER_ROLE}', oid::regprocedure)
      from pg_proc where pronamespace = 'public'::regnamespace and proowner <> owner
      union all
      select format('alter type %s owner to ${OWNER_ROLE}', oid::regtype)
      from pg_type where typnamespace = 'public'::regnamespace and typowner <> owner and typtype in ('e', 'd', 'r')
    loop
      execute one;
    end loop;
  end $$
`;
