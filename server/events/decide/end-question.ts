import { sql } from 'kysely'
import { queueRosterNotices, type RosterNotice, withdrawRosterNotices } from '#server/deliveries/roster-notices.ts'
import { ROSTER_SMS } from '#server/deliveries/texts/account/roster-sms.ts'
import { listTold } from '#server/deliveries/told.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { ToldEvent } from './queries.ts'
import { type QuestionEnd, questionEnd } from './rules.ts'

type Ended = ToldEvent & {
  decide_at: Date | null
  archived: boolean
  lacks: boolean
  /** Who changed the event last. */
  by: number | null
}

/**
 * Tells the admins who were asked to decide about an event that there is nothing to decide any more, where that is so; not those who decided
 * it themselves or know that the event is off. The question may be put again later. @returns whether it has ended.
 */
export async function endQuestion(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql<Ended>`
    select e.id, e.name, e.start, e."end", e.decision, e.decide_at, e.archived, core.people_needed(e, false) > 0 as lacks,
      (select a.person from audit a where a.subject = 'events' and a.subject_id = e.id order by a.id desc limit 1) as by
    from events e where e.id = ${id} and e.decision_asked_at is not null for update`.execute(ctx.db)
  const [event] = rows
  const end = event && questionEnd(event)
  if (!end) return false
  await tellEnd(ctx, event, end, end === 'enough' ? null : event.by)
  await withdrawRosterNotices(ctx.db, 'event.decide', id)
  await sql`with ended as (update events set decision_asked_at = null where id = ${id})
    update deliveries set facts = facts || '{"answered": true}' where event = ${id} and kind = 'event.decide'`.execute(
    ctx.db,
  )
  return true
}

/** Queues the notices that a question has ended. @param by who ended it, and is not told. */
export async function tellEnd(ctx: Ctx, event: ToldEvent, end: QuestionEnd, by: number | null): Promise<void> {
  const { rows: asked } = await sql<{ id: number; person: number; has_sms: boolean }>`
    select max(id) as id, person, bool_or(channel = 'sms') as has_sms from deliveries
    where event = ${event.id} and kind = 'event.decide' and state in ('sending', 'sent', 'delivered', 'unknown')
      and not facts ? 'answered' and useful_until > ${ctx.clock.now()} and person is distinct from ${by}::bigint group by person`.execute(
    ctx.db,
  )
  if (!asked.length) return
  const told = await listTold<{ shift: number | null; person: number }>(ctx.db, { events: [event.id] }, { soon: true })
  const off = new Set(told.flatMap(({ state, person }) => (state === 'off' ? person : [])))
  const name = event.name || 'Untitled Event'
  await queueRosterNotices(
    ctx,
    ...asked
      .filter(({ person }) => !off.has(person))
      .map(
        ({ id, person, has_sms }): RosterNotice => ({
          kind: 'event.decided',
          ...{ person, subject: event.id, event: event.id, cause: String(id), useful_until: event.start },
          title: `${TITLES[end]}: ${name}`,
          paragraphs: [`${name}, {at}, ${WORDS[end]} You have nothing to decide any more.`],
          ...(has_sms && { sms: ROSTER_SMS.decided }),
          names: { what: name },
          times: { at: event.start.toISOString() },
          ...(end !== 'deleted' && { action: { label: 'Open the event', path: `/events/${event.id}` } }),
        }),
      ),
  )
}

const TITLES: Record<QuestionEnd, string> = {
  go: 'It goes ahead',
  off: 'Called off',
  enough: 'Enough people',
  deleted: 'Deleted',
  dropped: 'Nothing to decide',
}

const WORDS: Record<QuestionEnd, string> = {
  go: 'goes ahead: somebody else has decided.',
  off: 'is called off: somebody else has decided.',
  enough: 'has the people it needs.',
  deleted: 'is deleted.',
  dropped: 'waits for no decision any more.',
}
