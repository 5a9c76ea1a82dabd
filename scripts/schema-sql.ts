import type { ClientBase } from 'pg'

/** The product's own schemas; the queue's tables belong to BullMQ. */
const SCHEMAS = ['core', 'identity', 'platform']

const HEADER = `-- Today's tables and functions, written by "npm run schema" from the migrations. For reading: nothing runs this file.
-- A table's row security, privileges, indexes and triggers follow it. What has no owner named belongs to watchbill_migrator.`

/** Describes the schemas of a database as SQL: complete, in a fixed order, without names that differ between machines. */
export async function schemaSql(client: Pick<ClientBase, 'query'>): Promise<string> {
  const lines = async (query: string): Promise<string[]> =>
    (await client.query<{ sql: string }>(query, [SCHEMAS])).rows.map(({ sql }) => sql)
  await client.query("set search_path = ''")
  const parts = [
    HEADER,
    ...(await lines(EXTENSIONS)),
    ...(await lines(COLLATIONS)),
    ...(await lines(TYPES)),
    ...(await tables(client)),
    ...(await lines(VIEWS)),
    ...(await lines(FUNCTIONS)),
  ]
  await client.query('reset search_path')
  return `${parts.join('\n\n')}\n`
}

const EXTENSIONS = `
  select format('create extension %I;', extname) as sql from pg_extension
  where extname <> 'plpgsql' and $1::text[] is not null order by extname`

const COLLATIONS = `
  select format('create collation %I.%I (provider = %L, locale = %L, deterministic = %s);', n.nspname, c.collname,
    c.collprovider, c.colllocale, c.collisdeterministic) as sql
  from pg_collation c join pg_namespace n on n.oid = c.collnamespace where n.nspname = any ($1) order by 1`

const TYPES = `
  select format('create type %I.%I as enum (%s);', n.nspname, t.typname,
    (select string_agg(quote_literal(e.enumlabel), ', ' order by e.enumsortorder) from pg_enum e where e.enumtypid = t.oid)) as sql
  from pg_type t join pg_namespace n on n.oid = t.typnamespace where n.nspname = any ($1) and t.typtype = 'e' order by 1`

const VIEWS = `
  select format(E'create view %I.%I with (%s) as\\n%s', n.nspname, c.relname, array_to_string(c.reloptions, ', '), pg_get_viewdef(c.oid)) as sql
  from pg_class c join pg_namespace n on n.oid = c.relnamespace where n.nspname = any ($1) and c.relkind in ('v', 'm') order by 1`

/** The grants of an object: all that its owner has is left out. */
const grants = (acl: string, owner: string, object: string, kind: string) => `
  (select string_agg(format('grant %s on %s %s to %s;', a.privileges, '${kind}', ${object}, a.grantee), E'\\n' order by a.grantee)
   from (select string_agg(lower(x.privilege_type), ', ' order by x.privilege_type) as privileges,
           case x.grantee when 0 then 'public' else x.grantee::regrole::text end as grantee
         from aclexplode(${acl}) x where x.grantee <> ${owner} group by x.grantee) a)`

const FUNCTIONS = `
  select concat_ws(E'\\n', pg_get_functiondef(p.oid) || ';',
    case when o.rolname <> 'watchbill_migrator' then format('alter function %s owner to %s;', p.oid::regprocedure, o.rolname) end,
    case when p.proacl is not null and not exists (select from aclexplode(p.proacl) x where x.grantee = 0)
      then format('revoke execute on function %s from public;', p.oid::regprocedure) end,
    ${grants('p.proacl', 'p.proowner', 'p.oid::regprocedure', 'function')}) as sql
  from pg_proc p join pg_namespace n on n.oid = p.pronamespace join pg_roles o on o.oid = p.proowner
  where n.nspname = any ($1) and p.prokind in ('f', 'p')
    and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  order by n.nspname, p.proname, pg_get_function_identity_arguments(p.oid)`

type Table = { oid: number; name: string; columns: string[]; constraints: string[]; rest: string[] }

const TABLES = `
  select format('%I.%I', n.nspname, c.relname) as name,
    array(select concat_ws(' ', quote_ident(a.attname), format_type(a.atttypid, a.atttypmod),
        case when a.attcollation <> t.typcollation then 'collate ' || a.attcollation::regcollation end,
        case when a.attidentity <> '' then 'generated ' || case a.attidentity when 'a' then 'always' else 'by default' end || ' as identity' end,
        case when a.attgenerated <> '' then format('generated always as (%s) stored', pg_get_expr(d.adbin, d.adrelid))
          when d.oid is not null then 'default ' || pg_get_expr(d.adbin, d.adrelid) end,
        case when a.attnotnull then 'not null' end)
      from pg_attribute a join pg_type t on t.oid = a.atttypid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
      where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped order by a.attnum) as columns,
    array(select format('constraint %I %s', k.conname, pg_get_constraintdef(k.oid)) from pg_constraint k
      where k.conrelid = c.oid and k.contype in ('p', 'u', 'f', 'c', 'x') and k.conparentid = 0
      order by strpos('pufxc', k.contype::text), k.conname) as constraints,
    array(select sql from (
      select 1 as rank, case when c.relrowsecurity then format('alter table %I.%I enable row level security;', n.nspname, c.relname) end as sql
      union all select 2, case when c.relforcerowsecurity then format('alter table %I.%I force row level security;', n.nspname, c.relname) end
      union all select 3, concat_ws(' ', format('create policy %I on %I.%I', p.polname, n.nspname, c.relname),
        case when not p.polpermissive then 'as restrictive' end,
        'for ' || case p.polcmd when 'r' then 'select' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'all' end,
        'to ' || coalesce((select string_agg(r.rolname, ', ' order by r.rolname) from pg_roles r where r.oid = any (p.polroles)), 'public'),
        'using (' || pg_get_expr(p.polqual, p.polrelid) || ')',
        'with check (' || pg_get_expr(p.polwithcheck, p.polrelid) || ')') || ';' from pg_policy p where p.polrelid = c.oid
      union all select 4, pg_get_indexdef(i.indexrelid) || ';' from pg_index i
        where i.indrelid = c.oid and not exists (select from pg_constraint k where k.conindid = i.indexrelid and k.contype in ('p', 'u', 'x'))
      union all select 5, pg_get_triggerdef(g.oid) || ';' from pg_trigger g where g.tgrelid = c.oid and not g.tgisinternal
      union all select 6, format('alter table %I.%I owner to %s;', n.nspname, c.relname, o.rolname) where o.rolname <> 'watchbill_migrator'
      union all select 7, ${grants('c.relacl', 'c.relowner', "format('%I.%I', n.nspname, c.relname)", 'table')}
      union all select 8, format('grant %s (%s) on table %I.%I to %s;', x.privilege, string_agg(quote_ident(x.attname), ', ' order by x.attname),
          n.nspname, c.relname, x.grantee)
        from (select a.attname, lower(e.privilege_type) as privilege, e.grantee::regrole::text as grantee
              from pg_attribute a, aclexplode(a.attacl) e where a.attrelid = c.oid and not a.attisdropped) x
        group by x.privilege, x.grantee) s where sql is not null order by rank, sql collate "C") as rest
  from pg_class c join pg_namespace n on n.oid = c.relnamespace join pg_roles o on o.oid = c.relowner
  where n.nspname = any ($1) and c.relkind in ('r', 'p') and c.relname !~ '^watchbill_migration'
  order by n.nspname, c.relname`

async function tables(client: Pick<ClientBase, 'query'>): Promise<string[]> {
  const { rows } = await client.query<Table>(TABLES, [SCHEMAS])
  return rows.map(({ name, columns, constraints, rest }) =>
    [
      `create table ${name} (\n${[...columns, ...constraints].map((line) => `  ${line}`).join(',\n')}\n);`,
      ...rest,
    ].join('\n'),
  )
}
