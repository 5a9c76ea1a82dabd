import { tellUnsettledActs } from '#server/deliveries/told.ts'
import { ownActor } from '#server/engine/access/actor.ts'
import { defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { refuseInactive } from '#server/people/inactive.ts'
import { soughtSql } from '#server/shift-facts/answer-states/sought.ts'
import { eventNameSql } from '#server/shift-facts/event-sql.ts'
import { outsideEventSql } from '#server/shift-facts/times/rules.ts'
import { isUnfitSql, unfitSql } from '#server/suitability/missing/queries.ts'
import { shifts } from './contract.ts'
import { applyShiftRules, type EventTimes } from './rules.ts'

const applyRules: Hooks['applyRules'] = async (ctx, changes) => {
  const withoutTimes = changes
    .filter(({ before, given }) => !before && !(given.start && given.end))
    .map(({ given }) => Number(given.event))
  const ids = withoutTimes.filter((id) => id > 0)
  const rows = ids.length
    ? await ctx.db
        .selectFrom('events')
        .select(['id', 'start', 'end'])
        .where('id', 'in', [...new Set(ids)])
        .execute()
    : []
  const times = new Map(
    rows.map(({ id, start, end }): [number, EventTimes] => [
      id,
      { start: start.toISOString(), end: end.toISOString() },
    ]),
  )
  const now = ctx.clock.now().toISOString()
  await refuseInactive(ctx, changes)
  for (const change of changes) applyShiftRules(change, times.get(Number(change.given.event)), now, ownActor(ctx.actor))
}

const PUBLIC_FIELDS = [
  'id',
  'event',
  'person',
  'role',
  'assignment',
  'location',
  'start',
  'end',
  'modified_start',
  'modified_end',
  'draft',
  'answer',
  'outside',
] as const

export const shiftsCollection = defineCollection(shifts, {
  access: {
    user: {
      read: {
        // Members would count open shifts as records; they see them with their event.
        rows: ({ t }) => `${t}.draft is not null and ${t}.person is not null`,
        fields: PUBLIC_FIELDS,
        own: {
          rows: (q) => `${q.t}.person = ${q.me()}`,
          fields: [
            ...PUBLIC_FIELDS,
            'actual_start',
            'actual_end',
            'hours',
            'notes',
            'nudged',
            'answered_at',
            'answered_by',
            'answer_reason',
          ],
        },
      },
    },
  },
  computed: {
    sought: ({ t }) => soughtSql(t),
    outside: ({ t }) => outsideEventSql(t),
    unfit: ({ t, now }) => unfitSql(t, now()),
  },
  facts: { view: 'shift_facts', fields: ['answer', 'nudged', 'answered_at', 'answered_by', 'answer_reason'] },
  filters: {
    not_qualified: { kind: 'flag', adminOnly: true, sql: ({ t, now }) => isUnfitSql(t, now()) },
  },
  displayName: ({ t, day }) =>
    `(select concat_ws(', ', ${eventNameSql('e.name')}, ${day(`${t}.start`)},
       coalesce((select a.name from core.assignments a where a.id = ${t}.assignment), (select r.name from core.roles r where r.id = ${t}.role)),
       (select p.name from core.people p where p.id = ${t}.person))
     from core.events e where e.id = ${t}.event)`,
  privateColumns: ['published_by', 'assigned_at', 'start_changed_at', 'sequence', 'kept_hours'],
  refusals: {
    shifts_end_after_start: ['end', 'Must be after the start.'],
    shifts_actual_order: ['actual_end', 'Must not be before the actual start.'],
  },
  clearedWith: { person: ['modified_start', 'modified_end'] },
  hooks: { applyRules, notifies: true, beforeDelete: tellUnsettledActs },
  wakes: 'reminders.plan',
  matchBy: ['event', 'person', 'role', 'assignment', 'location', 'start', 'end'],
})
