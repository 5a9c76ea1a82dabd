import type pg from 'pg'

/** The objects of the product's schemas in PostgreSQL, except the queue's: one line each, with owner and grants. */
export async function describeCatalogue(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ line: string }>(`
    with ours as (select oid, nspname from pg_namespace where nspname in ('core', 'identity', 'platform')),
    grants (of, line) as (
      select a.of, string_agg(concat_ws(' ', x.grantee::regrole, x.privilege_type, x.is_grantable), ',' order by x.grantee::regrole::text, x.privilege_type)
      from (select proacl::text, proacl from pg_proc union select relacl::text, relacl from pg_class union select attacl::text, attacl from pg_attribute
        union select nspacl::text, nspacl from pg_namespace union select defaclacl::text, defaclacl from pg_default_acl) a (of, acl), aclexplode(a.acl) x group by a.of)
    select line from (
      select concat_ws(' | ', 'schema', nspname, nspowner::regrole, g.line)
        from pg_namespace n left join grants g on g.of = nspacl::text where n.oid in (select oid from ours)
      union all select concat_ws(' | ', 'relation', c.oid::regclass, c.relkind, c.relpersistence, c.relowner::regrole, c.relrowsecurity, c.relforcerowsecurity,
          c.reloptions, g.line, case c.relkind when 'v' then pg_get_viewdef(c.oid) when 'i' then pg_get_indexdef(c.oid) end)
        from pg_class c left join grants g on g.of = relacl::text where c.relnamespace in (select oid from ours)
      union all select concat_ws(' | ', 'column', a.attrelid::regclass, a.attname, (select count(*) from pg_attribute b where b.attrelid = a.attrelid
          and b.attnum <= a.attnum and b.attnum > 0 and not b.attisdropped), format_type(a.atttypid, a.atttypmod), a.attcollation::regcollation, a.attnotnull,
          a.attidentity, a.attgenerated, pg_get_expr(d.adbin, d.adrelid), g.line)
        from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
        left join grants g on g.of = attacl::text where c.relnamespace in (select oid from ours) and a.attnum > 0 and not a.attisdropped
      union all select concat_ws(' | ', 'constraint', conrelid::regclass, conname, pg_get_constraintdef(oid)) from pg_constraint where connamespace in (select oid from ours)
      union all select concat_ws(' | ', 'policy', polrelid::regclass, polname, polpermissive, polcmd, polroles::regrole[], pg_get_expr(polqual, polrelid),
          pg_get_expr(polwithcheck, polrelid)) from pg_policy
      union all select concat_ws(' | ', 'trigger', tgrelid::regclass, tgenabled, pg_get_triggerdef(t.oid)) from pg_trigger t
        join pg_class c on c.oid = tgrelid where c.relnamespace in (select oid from ours) and not tgisinternal
      union all select concat_ws(' | ', 'function', proowner::regrole, g.line, pg_get_functiondef(p.oid))
        from pg_proc p left join grants g on g.of = proacl::text where pronamespace in (select oid from ours) and prokind = 'f'
      union all select concat_ws(' | ', 'sequence', seqrelid::regclass, seqtypid::regtype, seqstart, seqincrement, seqmax, seqmin, seqcache, seqcycle) from pg_sequence s
        join pg_class c on c.oid = seqrelid where c.relnamespace in (select oid from ours)
      union all select concat_ws(' | ', 'collation', collname, collowner::regrole, collprovider, collisdeterministic) from pg_collation where collnamespace in (select oid from ours)
      union all select concat_ws(' | ', 'default grants', defaclrole::regrole, defaclnamespace::regnamespace, defaclobjtype, g.line)
        from pg_default_acl left join grants g on g.of = defaclacl::text
      union all select concat_ws(' | ', 'extension', extname) from pg_extension
      union all select concat_ws(' | ', 'comment', objoid::regclass, description) from pg_description d join pg_class c on c.oid = objoid and c.relnamespace in (select oid from ours)
    ) s (line) order by line collate "C"`)
  return rows.map(({ line }) => line)
}
