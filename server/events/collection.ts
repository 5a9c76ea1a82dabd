import { noteShiftsBefore } from '#server/deliveries/notices.ts'
import { defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { events } from './contract.ts'
import { decisionIssues } from './decide/rules.ts'

/** An event may start and end at the same instant, but not end before it starts. */
const applyRules: Hooks['applyRules'] = (_ctx, changes) => {
  for (const { after, issues } of changes) {
    if (Date.parse(String(after.end)) < Date.parse(String(after.start)))
      addIssue(issues, 'end', 'Must not be before the start.')
    for (const [field, message] of decisionIssues(after)) addIssue(issues, field, message)
  }
}

/** Notifies the people on an event's shifts when it is renamed, moved or removed. */
const aroundWrite: Hooks['aroundWrite'] = async (ctx, ids) => {
  await noteShiftsBefore(ctx, { events: ids })
  return undefined
}

export const eventsCollection = defineCollection(events, {
  access: {
    user: {
      read: {
        fields: [
          'id',
          'name',
          'series',
          'eventtype',
          'start',
          'end',
          'location',
          'color',
          'event_url',
          'details',
          'contact',
          'archived',
          'minimum',
          'decide_at',
          'decision',
          'external',
          'organisation',
        ],
      },
    },
  },
  computed: {
    external: () => 'false::boolean',
    organisation: (q) => q.organisation(),
    empty: ({ t }) => `(select count(*) from core.shifts s where s.event = ${t}.id and s.person is null)`,
  },
  displayName: ({ t, day }) => `coalesce(nullif(${t}.name, ''), 'Untitled Event') || ', ' || ${day(`${t}.start`)}`,
  filters: {
    future: { kind: 'flag', sql: (q) => `${q.t}."end" > ${q.now()}` },
    unpublished: {
      kind: 'flag',
      adminOnly: true,
      sql: ({ t }) => `exists (select from core.shifts s where s.event = ${t}.id and s.draft is null)`,
    },
  },
  hooks: { applyRules, aroundWrite },
  wakes: 'reminders.plan',
  markdown: 'details',
  matchBy: ['name', 'start'],
})
