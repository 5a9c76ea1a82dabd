import { type Db, run } from './site-table.ts'

/**
 * Notices that promise their reader something about a shift name it in their facts, so that its end can be told. Those about coming shifts that have
 * been sent already get it now.
 */
export async function up(db: Db) {
  const told = `d.cause like 'notice:%' and d.useful_until > now()`
  await run(
    db,
    `create index deliveries_promises on core.deliveries (site_id, ((facts ->> 'shift_id')::bigint)) where facts ? 'shift_id';
     ${TABLES.map((table) => `alter table core.${table} no force row level security;`).join('\n')}
     update core.deliveries d set facts = d.facts || jsonb_build_object('shift_id', o.shift) from core.waitingoffers o
       where o.site_id = d.site_id and o.id = (d.facts ->> 'subject_id')::bigint and d.kind in ('waiting.offered', 'waiting.expired') and ${told};
     update core.deliveries d set facts = d.facts || jsonb_build_object('shift_id', c.shift) from core.coverasks a join core.covers c on c.site_id = a.site_id and c.id = a.cover
       where a.site_id = d.site_id and a.id = (d.facts ->> 'subject_id')::bigint and d.kind in ('cover.asked', 'cover.taken') and ${told};
     update core.deliveries d set facts = d.facts || jsonb_build_object('shift_id', a.shift, 'missing', a.person) from core.answers a
       where a.site_id = d.site_id and a.id = (d.facts ->> 'subject_id')::bigint and d.kind = 'answer.declined' and ${told};
     update core.deliveries d set facts = d.facts || jsonb_build_object('shift_id', c.shift, 'missing', c.person) from core.covers c
       where c.site_id = d.site_id and c.id = (d.facts ->> 'subject_id')::bigint and d.kind = 'cover.exhausted' and ${told};
     ${TABLES.map((table) => `alter table core.${table} force row level security;`).join('\n')}`,
  )
}

const TABLES = ['deliveries', 'waitingoffers', 'coverasks', 'covers', 'answers']
