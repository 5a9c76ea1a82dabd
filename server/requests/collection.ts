import { personOf, standingOf } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { type Change, defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { ownPerson } from '#server/engine/collections/own-person.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { refuseInactive } from '#server/people/inactive.ts'
import { eventNameSql } from '#server/shift-facts/event-sql.ts'
import { requests } from './contract.ts'
import { notifyRequested } from './notices.ts'
import { askedTimes, judgeAskedTimes, readAskedEvents } from './sign-up/asked-of.ts'
import { listClosedEvents } from './sign-up/closed-events.ts'
import { CLUB_DECLINED } from './sign-up/rules.ts'
import { isSameTimes } from './times/rules.ts'

const TIMES = ['modified_start', 'modified_end'] as const
const WISHES = ['assignment', 'role', ...TIMES] as const
const PREFERENCES = ['comments', 'location', ...WISHES] as const

/** Requested times must be within the event (decision 032). Stored ones stay, wherever the event moves. */
async function applyTimes(ctx: Ctx, changes: readonly Change[]): Promise<void> {
  const asking = changes.filter(
    ({ before, after }) =>
      !before || before.event !== after.event || !isSameTimes(askedTimes(before), askedTimes(after)),
  )
  const judged = await judgeAskedTimes(
    ctx,
    asking.map(({ after }) => ({ event: Number(after.event), asked: askedTimes(after) })),
  )
  for (const [i, { after, issues }] of asking.entries()) {
    const { problem, times } = judged[i]!
    if (problem) addIssue(issues, problem.field, problem.message)
    else for (const field of TIMES) if (times[field] === null) after[field] = null
  }
}

/** Members can request only coming events, only for themselves; their requests are always new to the admins. */
const applyRules: Hooks['applyRules'] = async (ctx, changes) => {
  ownPerson(ctx.actor, changes)
  await refuseInactive(ctx, changes)
  await applyTimes(ctx, changes)
  // A request changed by a coordinator is no longer what the person asked for.
  for (const { before, after } of changes)
    if (!before || WISHES.some((field) => before[field] !== after[field]))
      after.own = personOf(ctx.actor) === after.person
  const created = changes.filter(({ before }) => !before)
  const events = created.flatMap(({ after }) => (typeof after.event === 'number' ? after.event : []))
  const closed = await listClosedEvents(ctx, events)
  const asked = await readAskedEvents(ctx, events)
  for (const { after, issues } of created) {
    Object.assign(after, asked.get(Number(after.event)))
    if (personOf(ctx.actor) === after.person) after.new = true
    const refusal = closed.get(Number(after.event))
    if (refusal) addIssue(issues, 'event', refusal)
  }
}

/** Members can neither withdraw nor repeat a declined request. */
const beforeRemove: Hooks['beforeRemove'] = (ctx, { declined_at }) => {
  if (declined_at && standingOf(ctx.actor) === 'user') throw new DomainError('conflict', CLUB_DECLINED)
}

const aroundWrite: Hooks['aroundWrite'] = async (ctx, ids) =>
  ids.length ? undefined : (made) => notifyRequested(ctx, made)

export const requestsCollection = defineCollection(requests, {
  access: {
    user: {
      read: { rows: (q) => `${q.t}.person = ${q.me()}`, fields: 'all' },
      create: ['event', 'person', 'new', ...PREFERENCES],
      update: { fields: PREFERENCES },
      remove: true,
    },
  },
  computed: {
    series: ({ t }) => `(select e.series from core.events e where e.id = ${t}.event)`,
    actioned: ({ t, admin }) =>
      `(${t}.declined_at is not null or exists (select from core.shifts s
        where s.event = ${t}.event and s.person = ${t}.person and (${admin()} or s.draft is not null)))`,
    made: ({ t }) => `${t}.created_at`,
  },
  displayName: ({ t, day }) =>
    `(select p.name || ', ' || ${eventNameSql('e.name')} || ', ' || ${day('e.start')}
     from core.people p, core.events e where p.id = ${t}.person and e.id = ${t}.event)`,
  privateColumns: ['own', 'asked_start', 'asked_location'],
  refusals: { requests_person_event_key: ['event', 'There is already a request for this event.'] },
  hooks: { applyRules, beforeRemove, aroundWrite },
  matchBy: ['event', 'person'],
  unlogged: ['new'],
})
