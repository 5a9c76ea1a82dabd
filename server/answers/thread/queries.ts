import { sql } from 'kysely'
import { UNREACHED } from '#server/cover/reach-sql.ts'
import { messageTitle } from '#server/deliveries/message-title.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { instantText } from '#server/engine/kernel/db/instant-sql.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { ThreadAnswer, ThreadEntry } from './contract.ts'

const MAX_ENTRIES = 200

const nameOf = (id: string) =>
  sql`(select coalesce(nullif(n.name, ''), n.email) from people n where n.site_id = s.site_id and n.id = ${sql.raw(id)})`

/**
 * Lists the history of a shift, earliest first: publication, messages, answers and searches for cover. Excludes link
 * openings, since mail scanners cause them too.
 * @throws DomainError 'forbidden' for members, 'not_found'.
 */
export async function readThread(ctx: Ctx, shift: number): Promise<ThreadAnswer> {
  requireStanding(ctx.actor, 'admin')
  const { rows } = await sql<{ entry: ThreadEntry | null }>`
    select t.entry from shifts s left join lateral (
      select * from (
        select s.draft as at, json_build_object('kind', 'published', 'at', ${instantText('s.draft')}, 'by', ${nameOf('s.published_by')}) as entry
          where s.draft is not null
        union all
        select coalesce(d.sent_at, d.due_at), json_build_object('kind', 'message', 'at', ${instantText('coalesce(d.sent_at, d.due_at)')},
            'message', d.kind, 'channel', d.channel, 'state', d.state, 'person', ${nameOf('d.person')})
          from deliveries d where d.site_id = s.site_id and d.shift = s.id
        union all
        select a.at, json_build_object('kind', 'answer', 'at', ${instantText('a.at')}, 'answer', a.answer, 'person', ${nameOf('a.person')},
            'by', ${nameOf('a.given_by')}, 'via', a.via, 'reason', a.reason)
          from answers a where a.site_id = s.site_id and a.shift = s.id and a.via <> 'request'
        union all
        select c.started_at, json_build_object('kind', 'search', 'at', ${instantText('c.started_at')}, 'by', ${nameOf('c.started_by')},
            'state', c.state, 'asked', k.asked, 'declined', k.declined, 'unreached', k.unreached, 'covered_by', ${nameOf('c.covered_by')},
            'next_rung_at', ${instantText('c.next_rung_at')}, 'ended_at', ${instantText('c.ended_at')})
          from covers c cross join lateral (select count(*)::int as asked, (count(*) filter (where answer = 'no'))::int as declined, ${sql.raw(UNREACHED)} as unreached
            from coverasks where site_id = c.site_id and cover = c.id) k
          where c.site_id = s.site_id and c.shift = s.id
      ) every order by at desc limit ${MAX_ENTRIES}) t on true
    where s.id = ${shift} order by t.at`.execute(ctx.db)
  if (!rows.length) throw notFound('This shift does not exist.')
  const entries = rows.flatMap(({ entry }) => entry ?? [])
  return {
    entries: entries.map((entry) =>
      entry.kind === 'message' ? { ...entry, title: messageTitle(entry.message) } : entry,
    ),
  }
}
