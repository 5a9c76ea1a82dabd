import type pg from 'pg'
import { expect } from 'vitest'
import { COLLECTIONS } from '#server/registry.ts'
import { test } from '#tests/support/fixture.ts'

test('every table of core has the locks of tenancy, and no role has more rights than it needs', async ({ world }) => {
  expect(await catalogueBreaches(world.superuser)).toEqual([])
  const { rows } = await world.superuser.query(
    "select count(*)::int as tables from pg_tables where schemaname = 'core'",
  )
  expect(rows[0].tables).toBeGreaterThan(15)
})

test.for([
  ['a dropped policy', 'drop policy shifts_site on core.shifts', 'shifts: no restrictive policy'],
  [
    'a policy that a role escapes',
    'alter policy shifts_site on core.shifts to watchbill_app, watchbill_worker',
    'shifts: no restrictive policy',
  ],
  ['a role without a policy', 'grant select on core.shifts to watchbill', 'shifts: watchbill has a grant'],
  ['a column for a role without a policy', 'grant select (name) on core.people to public', 'people.name: another role'],
  [
    'a policy without check',
    `alter policy shifts_site on core.shifts with check (true)`,
    'shifts: no restrictive policy',
  ],
  ['row security not forced', 'alter table core.people no force row level security', 'people: row security'],
  ['a table without a site', 'create table core.loose (id bigint primary key)', 'loose: site_id'],
  [
    'a plain foreign key',
    'alter table core.news add column boss bigint, add constraint bossy unique (site_id, boss), add column at bigint; create unique index news_id on core.news (id); alter table core.kiosks add column n bigint references core.news (id)',
    'kiosks: foreign key',
  ],
  [
    'a key over all sites',
    'create unique index locations_name on core.locations (name)',
    'locations: unique locations_name',
  ],
  [
    'an index over all sites',
    'create index people_notes on core.people (notes)',
    'people: index people_notes does not lead with site_id',
  ],
  [
    'an index that another one contains',
    'create index people_named on core.people (site_id, name_lower)',
    'people: index people_named is the beginning of people_name',
  ],
  [
    'a runtime role that truncates',
    'grant truncate on core.events to watchbill_app',
    'watchbill_app may truncate events',
  ],
  [
    'an audit log that can be changed',
    'grant update (action) on core.audit to watchbill_worker',
    'watchbill_worker may update audit',
  ],
  [
    'an audit log from which lines can be removed',
    'drop policy audit_over on core.audit',
    'watchbill_worker may delete audit',
  ],
  [
    'password hashes for the web',
    'grant select (email) on identity.accounts to watchbill_app',
    'watchbill_app reads identity.accounts',
  ],
  [
    'a function with its owner’s rights',
    `create function core.leak() returns int language sql security definer as 'select 1'`,
    'core.leak: runs with',
  ],
] as const)('%s is reported', async ([_what, change, breach], { world }) => {
  const client = await world.superuser.connect()
  try {
    await client.query('begin')
    await client.query(change)
    expect((await catalogueBreaches(client)).join('\n')).toContain(breach)
  } finally {
    await client.query('rollback')
    client.release()
  }
})

test('every unique key that a write of records can meet has a message for its refusal', async ({ world }) => {
  const { rows } = await world.superuser.query<{ table: string; name: string; columns: string[] }>(`
    select t.relname as table, i.relname as name,
      array(select pg_get_indexdef(x.indexrelid, k, true) from generate_series(1, x.indnkeyatts) k) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    where t.relnamespace = 'core'::regnamespace and x.indisunique and not x.indisprimary`)
  const unsaid = COLLECTIONS.flatMap(({ contract, admin, user, refusals }) => {
    const grants = [admin.create, user.create, admin.update?.fields, user.update?.fields]
    const written = Object.entries(contract.fields).flatMap(([name, { readOnly }]) =>
      !readOnly && grants.some((fields) => fields === 'all' || fields?.includes(name))
        ? new RegExp(`\\b${name}\\b`)
        : [],
    )
    return rows.filter(
      ({ table, name, columns }) =>
        table === contract.name &&
        !refusals[name] &&
        columns.some((column) => written.some((field) => field.test(column))),
    )
  })
  expect(
    unsaid.map(({ name }) => name),
    'Say them in `refusals` of the collection: without, a second record of the same key is answered as a defect.',
  ).toEqual([])
})

const SITES = ['sites']
const UNSCOPED_KEYS = ['sites_slug_key', 'sites_pkey']
/** The only other indexes that do not lead with the site, and why each reads rows of all sites. */
const ACROSS_SITES: Record<string, string> = {
  people_account: 'sign-in: the people of an account, at whichever site',
  sessions_account: 'ending all sessions of an account',
  sessions_operator: 'ending what an operator has entered, at whichever site',
  email_changes_account: 'ending what an account has pending',
  closures_due: 'the worker: whichever person is to be erased next',
  deliveries_queue: 'the worker: what is queued for a channel; the sites take turns within it',
  deliveries_leased: 'the worker: whatever a stopped process left behind',
  shifts_due: 'the planner: whatever begins next',
  marks_settled: 'the worker: what has changed and can no longer be undone, of whichever site',
  dues_next: 'the planner: the shifts whose reminders it looks at next, of whichever site',
  covers_due: 'the worker: searches that ask someone next, of whichever site',
  deliveries_near: 'the claim: which notices are urgent now, of whichever site',
  publications_due: 'the worker: what is to be published next, of whichever site',
  dues_ask: 'the planner: which shifts may have something to ask, of whichever site',
  events_renderer: 'the worker: texts that an earlier release rendered',
  news_renderer: 'the worker: texts that an earlier release rendered',
  series_renderer: 'the worker: texts that an earlier release rendered',
  messages_renderer: 'the worker: texts that an earlier release rendered',
  message_files_unused: 'the worker: files that no message has had for two days, of whichever site',
  message_pictures_unused: 'the web process: pictures that no text has named for two days, of whichever site',
  events_decision_due: 'the worker: events about which coordinators decide next, of whichever site',
  messages_open: 'the worker: messages that are due, and those whose last delivery has left',
}
/**
 * The only functions with their owner's rights: look-up of sites, operators and accounts, confirmation and end of accounts'
 * addresses, factors and sessions, end of invitations, the delivery queue across sites, marks of changed shifts,
 * unfinished messages to many, and sites with texts to render.
 */
const DEFINERS = [
  'core.site_by_slug',
  'core.moved_to',
  'core.slug_of_domain',
  'core.platform_notices',
  'core.acting_operator',
  'core.operator_name',
  'core.end_entries',
  'identity.account_at',
  'identity.is_proved',
  'identity.lock_account',
  'identity.link_accounts',
  'identity.register_account',
  'identity.wipe_account',
  'identity.retire_account',
  'identity.prove_address',
  'identity.change_address',
  'identity.correct_address',
  'identity.accept_invitation',
  'identity.end_sessions',
  'identity.end_invitations',
  'identity.sign_in_facts',
  'core.active_sites',
  'core.site_ids',
  'core.plan_reminders',
  'core.claim_deliveries',
  'core.fail_unclaimable',
  'core.mark_deliveries',
  'core.doubtful_deliveries',
  'core.oldest_due',
  'core.oldest_bulk',
  'core.planner_behind',
  'core.held_back',
  'core.slow_down',
  'core.record_sms_choice',
  'core.record_provider_event',
  'core.sites_to_render',
  'core.covers_to_move',
  'core.marks_due',
  'core.mark_shifts',
  'core.mark_events',
  'core.mark_told',
  'core.look_at_person',
  'core.look_at_site',
  'core.messages_to_advance',
  'core.sites_with_swaps_to_end',
  'core.sites_with_swaps_to_search',
  'core.waiting_lists_due',
  'core.decisions_due',
  'core.publications_due',
  'core.questions_due',
]
const RUNTIME = ['watchbill_app', 'watchbill_worker', 'watchbill_auth', 'watchbill_platform', 'watchbill']

/** Reads pg_catalog for row security, roles and the rights of the runtime roles. @returns one line per breach. */
async function catalogueBreaches(
  db: Pick<pg.Pool | pg.PoolClient, 'query'>,
  definers: readonly string[] = DEFINERS,
): Promise<string[]> {
  const breaches: string[] = []
  const ask = async <T extends Record<string, unknown>>(text: string, values: unknown[] = []): Promise<T[]> =>
    (await db.query<T>(text, values)).rows
  const each = async (text: string, values: unknown[] = []) => {
    for (const { breach } of await ask<{ breach: string }>(text, values)) breaches.push(breach)
  }
  const tables = `select c.oid, c.relname as name, c.relrowsecurity, c.relforcerowsecurity from pg_class c
    join pg_namespace n on n.oid = c.relnamespace where n.nspname = 'core' and c.relkind in ('r', 'p')`
  const columnNames = (columns: string, of: string) =>
    `(select array_agg(a.attname::text order by k.ord) from unnest(${columns}) with ordinality k (num, ord) join pg_attribute a on a.attrelid = ${of} and a.attnum = k.num)`

  await each(
    `select t.name || ': site_id is not "bigint not null"' as breach from (${tables}) t where t.name <> all ($1) and not exists (
      select from pg_attribute a where a.attrelid = t.oid and a.attname = 'site_id' and a.atttypid = 'bigint'::regtype and a.attnotnull)`,
    [SITES],
  )
  await each(
    `select name || ': row security is not enabled and forced' as breach from (${tables}) t where not (relrowsecurity and relforcerowsecurity)`,
  )
  await each(
    `select t.name || ': no restrictive policy for all commands on the site, with check' as breach from (${tables}) t where not exists (
      select from pg_policy p where p.polrelid = t.oid and not p.polpermissive and p.polcmd = '*'
        and (select array_agg(pg_get_userbyid(role)::text order by pg_get_userbyid(role)::text) from unnest(p.polroles) role) = $1
        and pg_get_expr(p.polqual, p.polrelid) like '%app.site_id%' and pg_get_expr(p.polwithcheck, p.polrelid) like '%app.site_id%')`,
    [['watchbill_app', 'watchbill_auth', 'watchbill_migrator', 'watchbill_worker']],
  )
  await each(
    `select t.name || ': ' || coalesce(nullif(pg_get_userbyid(a.grantee), 'unknown (OID=0)'), 'everyone') || ' has a grant, and no restrictive policy' as breach
      from (${tables}) t join pg_class c on c.oid = t.oid, aclexplode(c.relacl) a
      where a.grantee = 0 or pg_get_userbyid(a.grantee) <> all ($1)
     union all select t.name || '.' || k.attname || ': another role has a grant, and no restrictive policy' from (${tables}) t
      join pg_attribute k on k.attrelid = t.oid, aclexplode(k.attacl) a where a.grantee = 0 or pg_get_userbyid(a.grantee) <> all ($1)`,
    [['watchbill_migrator', 'watchbill_app', 'watchbill_worker', 'watchbill_auth', 'watchbill_platform']],
  )
  await each(
    `select t.name || ': the primary key is not (site_id, id)' as breach from (${tables}) t where t.name <> all ($1) and not exists (
      select from pg_constraint k where k.conrelid = t.oid and k.contype = 'p' and ${columnNames('k.conkey', 't.oid')} = '{site_id,id}')`,
    [SITES],
  )
  await each(
    `select t.name || ': foreign key ' || k.conname || ' leaves the site' as breach from (${tables}) t join pg_constraint k on k.conrelid = t.oid and k.contype = 'f'
      join pg_class f on f.oid = k.confrelid join pg_namespace n on n.oid = f.relnamespace and n.nspname = 'core'
      where f.relname <> all ($1) and not (${columnNames('k.conkey', 't.oid')} @> '{site_id}' and ${columnNames('k.confkey', 'f.oid')} @> '{site_id}')`,
    [SITES],
  )
  await each(
    `select t.name || ': unique ' || i.relname || ' does not lead with site_id' as breach from (${tables}) t join pg_index x on x.indrelid = t.oid and x.indisunique
      join pg_class i on i.oid = x.indexrelid where i.relname <> all ($1) and not (
        select a.attname = 'site_id' from pg_attribute a where a.attrelid = t.oid and a.attnum = x.indkey[0])`,
    [UNSCOPED_KEYS],
  )
  await each(
    `select t.name || ': index ' || i.relname || ' does not lead with site_id' as breach from (${tables}) t join pg_index x on x.indrelid = t.oid and not x.indisunique
      join pg_class i on i.oid = x.indexrelid where t.name <> all ($1) and i.relname <> all ($2) and not exists (
        select from pg_attribute a where a.attrelid = t.oid and a.attnum = x.indkey[0] and a.attname = 'site_id')`,
    [SITES, Object.keys(ACROSS_SITES)],
  )
  await each(
    `select listed || ': is listed as an index over all sites, and is none' as breach from unnest($1::text[]) listed where not exists (
      select from (${tables}) t join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid and i.relname = listed
        join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0] and a.attname <> 'site_id')`,
    [Object.keys(ACROSS_SITES)],
  )
  await each(
    `with i as (select t.name as table, i.relname as name, x.indisunique as is_unique, pg_get_expr(x.indpred, x.indrelid) as rows, i.relam,
        array(select pg_get_indexdef(x.indexrelid, k, true) from generate_series(1, x.indnkeyatts) k) as columns
        from (${tables}) t join pg_index x on x.indrelid = t.oid join pg_class i on i.oid = x.indexrelid)
      select i.table || ': index ' || i.name || ' is the beginning of ' || o.name as breach from i join i o on o.table = i.table and o.name <> i.name
        and o.relam = i.relam and o.rows is not distinct from i.rows and o.columns[:cardinality(i.columns)] = i.columns where not i.is_unique`,
  )
  await each(
    `select t.name || ': no index leads with site_id' as breach from (${tables}) t where t.name <> all ($1) and not exists (
      select from pg_index x join pg_attribute a on a.attrelid = t.oid and a.attnum = x.indkey[0] where x.indrelid = t.oid and a.attname = 'site_id')`,
    [SITES],
  )
  await each(
    `select rolname || ': is a superuser, may bypass row security, or may create roles or databases' as breach from pg_roles
      where rolname = any ($1) and (rolsuper or rolcreaterole or rolcreatedb or rolreplication or rolbypassrls)`,
    [[...RUNTIME, 'watchbill_migrator']],
  )
  await each(
    `select r.rolname || ': owns ' || t.name as breach from (${tables}) t join pg_class c on c.oid = t.oid join pg_roles r on r.oid = c.relowner where r.rolname = any ($1)`,
    [RUNTIME],
  )
  await each(
    `select r || ' may ' || p || ' ' || t.name as breach from (${tables}) t, unnest('{watchbill_app,watchbill_worker,watchbill_auth}'::text[]) r,
      unnest('{truncate,references,trigger}'::text[]) p where has_table_privilege(r, t.oid, p)`,
  )
  await each(
    `select r || ' may ' || p || ' audit' as breach from unnest('{watchbill_app,watchbill_worker,watchbill_auth}'::text[]) r, unnest('{update,delete}'::text[]) p
      where has_table_privilege(r, 'core.audit', p) and not (r = 'watchbill_worker' and p = 'delete' and exists (
        select from pg_policies where schemaname = 'core' and tablename = 'audit' and cmd = 'DELETE' and permissive = 'RESTRICTIVE'
          and roles = '{watchbill_worker}' and qual like '%audit_checkpoints%made_at%2555 days%')) or (p = 'update' and has_any_column_privilege(r, 'core.audit', p))`,
  )
  await each(
    `select r || ' reads identity.' || c.relname as breach from unnest('{watchbill_app,watchbill_worker}'::text[]) r, pg_class c
      join pg_namespace n on n.oid = c.relnamespace and n.nspname = 'identity' where c.relkind in ('r', 'v', 'm', 'p') and has_any_column_privilege(r, c.oid, 'select, insert, update, references')`,
  )
  await each(
    `select n.nspname || '.' || p.proname || ': runs with the rights of its owner and is not on the list' as breach from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('core', 'identity', 'platform', 'public') and p.prosecdef and n.nspname || '.' || p.proname <> all ($1)`,
    [definers],
  )
  await each(
    `select p.proname || ': has no fixed search_path that ends with pg_temp, or everyone may run it' as breach from pg_proc p join pg_namespace n on n.oid = p.pronamespace
      where n.nspname in ('core', 'identity', 'platform', 'public') and p.prosecdef
        and (not exists (select from unnest(p.proconfig) c where c like 'search_path=%pg_temp') or has_function_privilege('public', p.oid, 'execute'))`,
  )
  await each(
    `select c.relname || ': a view that does not use the rights of its reader' as breach from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where n.nspname = 'core' and c.relkind in ('v', 'm') and not coalesce('security_invoker=true' = any (c.reloptions), false)`,
  )
  return breaches
}
