import { sql } from 'kysely'
import { withNames } from '#server/deliveries/texts/fields.pure.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { TEMPLATES_PAGE, type TemplateLine, type TemplateList } from './list-contract.ts'

/** Lists a page of templates by name, those in use first. */
export async function listTemplates({ db }: Pick<Ctx, 'db'>, offset: number): Promise<TemplateList> {
  const { rows: lines } = await sql<TemplateLine>`
    with page as (
      select id, name, kind, subject, left(body, 160) as excerpt, archived from messagetemplates
      order by archived, name collate core.reading_order, id limit ${TEMPLATES_PAGE} offset ${offset}),
    used as (
      select template, max(started_at) as last_used from messages where template in (select id from page) group by template)
    select p.id, p.name, p.kind, p.subject, p.excerpt, p.archived, ${instantText('u.last_used')} as last_used
    from page p left join used u on u.template = p.id order by p.archived, p.name collate core.reading_order, p.id`.execute(
    db,
  )
  const counted = await sql<{ n: number }>`select count(*)::integer as n from messagetemplates`.execute(db)
  return {
    count: counted.rows[0]?.n ?? 0,
    offset,
    lines: lines.map((line) => ({ ...line, subject: withNames(line.subject), excerpt: withNames(line.excerpt) })),
  }
}
