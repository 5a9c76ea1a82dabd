import { sql } from 'kysely'
import { queueRosterNotices, type RosterNotice } from '#server/deliveries/roster-notices.ts'
import { ROSTER_SMS } from '#server/deliveries/texts/account/roster-sms.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { type SweepDeps, sweep } from '#server/engine/access/sweep.ts'
import { listAdmins } from '#server/people/coordinators.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'
import { assignmentNeeds, presentCount } from './assignments-sql.ts'
import { endQuestion } from './end-question.ts'
import { type Need, needText } from './rules.ts'

const BATCH = 100

/**
 * Notifies the admins of every event that is short of people at its decision time, and closes questions that no longer
 * need an answer. Marks the event in the transaction that queues the messages, so that a crash neither loses nor
 * repeats them. Events with enough people stay unmarked, so that a later drop-out raises the question.
 */
export const askForDecisions = (deps: SweepDeps): Promise<unknown> =>
  sweep<{ site: number; event: number }>(deps, {
    name: 'decisions',
    find: 'decisions_due',
    most: BATCH,
    work: async (ctx, { event }) => {
      if (!(await endQuestion(ctx, event))) await ask(ctx, event)
    },
  })

type Asked = Need & { name: string; start: Date; decide_at: Date }

async function ask({ db, clock, site, wake }: Ctx, event: number): Promise<void> {
  const now = clock.now()
  const { rows } = await sql<Asked>`
    with asked as (update events e set decision_asked_at = ${now}
    where e.id = ${event} and e.decision is null and e.decide_at <= ${now} and e.start > ${now}
      and (e.decision_asked_at is null or e.decision_asked_at < e.decide_at)
    returning e.*)
    select a.name, a.start, a.minimum, a.decide_at, ${assignmentNeeds('a', false)} as assignments,
      (select ${presentCount('s')} from shifts s where s.site_id = a.site_id and s.event = a.id) as filled
    from asked a`.execute(db)
  const [asked] = rows
  if (!asked) return
  const people = await listAdmins(db)
  const name = eventName(asked.name)
  const have = needText(asked)
  await queueRosterNotices(
    { db, clock, wake, site },
    ...people.map(
      (person): RosterNotice => ({
        kind: 'event.decide',
        person,
        subject: event,
        event,
        cause: `${event} ${now.toISOString()}`,
        useful_until: asked.start,
        title: `${have}: go ahead with ${name}, or call it off?`,
        paragraphs: [
          `${name} starts {at} and has ${have}.`,
          'Until you decide, the event is still on: no one else is notified, and reminders go out.',
        ],
        times: { at: asked.start.toISOString() },
        action: { label: 'Decide', path: `/events/${event}` },
        sms: ROSTER_SMS.decide,
        names: { what: name, have },
      }),
    ),
  )
}
