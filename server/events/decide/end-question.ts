import { sql } from 'kysely'
import { queueRosterNotices, type RosterNotice, withdrawRosterNotices } from '#server/deliveries/roster-notices.ts'
import { ROSTER_SMS } from '#server/deliveries/texts/account/roster-sms.ts'
import { readToldOff } from '#server/deliveries/told.ts'
import { ownActorIn } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import type { ToldEvent } from './queries.ts'
import { type QuestionEnd, questionEnd } from './rules.ts'

type Ended = ToldEvent & {
  decide_at: Date | null
  archived: boolean
  lacks: boolean
  /** The person who decided, else who last changed the event. */
  by: number | null
}

/**
 * Ends an event's open question once nothing is left to decide. Notifies the admins who were asked, except one who
 * decided or knows that the event is off.
 * @returns whether it has ended.
 */
export async function endQuestion(ctx: Ctx, id: number): Promise<boolean> {
  const { rows } = await sql<Ended>`
    select e.id, e.name, e.start, e."end", e.decision, e.decide_at, e.archived, core.people_needed(e, false) > 0 as lacks,
      (select ${ownActorIn('a')} from audit a where a.subject = 'events' and a.subject_id = e.id and (e.decision is null or a.action = 'events.decide') order by a.id desc limit 1) as by
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

/**
 * Queues notices that a question has ended.
 * @param by who ended it; not notified.
 */
export async function tellEnd(ctx: Ctx, event: ToldEvent, end: QuestionEnd, by: number | null): Promise<void> {
  const { rows: asked } = await sql<{ id: number; person: number; has_sms: boolean }>`
    select max(id) as id, person, bool_or(channel = 'sms') as has_sms from deliveries
    where event = ${event.id} and kind = 'event.decide' and state in ('sending', 'sent', 'delivered', 'unknown')
      and not facts ? 'answered' and useful_until > ${ctx.clock.now()} and person is distinct from ${by}::bigint group by person`.execute(
    ctx.db,
  )
  if (!asked.length) return
  const off = await readToldOff(ctx.db, event.id, { soon: true })
  const name = eventName(event.name)
  await queueRosterNotices(
    ctx,
    ...asked
      .filter(({ person }) => !off.has(person))
      .map(
        ({ id, person, has_sms }): RosterNotice => ({
          kind: 'event.decided',
          ...{ person, subject: event.id, event: event.id, cause: String(id), useful_until: event.start },
          title: `${TITLES[end]}: ${name}`,
          paragraphs: [`${name}, {at}, ${WORDS[end]} There is nothing left to decide.`],
          ...(has_sms && { sms: ROSTER_SMS.decided }),
          names: { what: name },
          times: { at: event.start.toISOString() },
          shows: [{ ...event, event: event.id }],
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
  go: 'goes ahead: someone else has decided.',
  off: 'is called off: someone else has decided.',
  enough: 'has the people it needs.',
  deleted: 'is deleted.',
  dropped: 'no longer needs a decision.',
}
