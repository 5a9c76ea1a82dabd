import type { Ctx } from '#server/engine/access/context.ts'
import { type Change, defineCollection, type Hooks } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { eventNameSql } from '#server/shift-facts/event-sql.ts'
import { countOutside } from '#server/shift-facts/times/queries.ts'
import { outsideSql } from '#server/shift-facts/times/rules.ts'
import { type AssignmentMinimum, events } from './contract.ts'
import { followDeletion } from './decide/deleted.ts'
import { decisionIssues } from './decide/rules.ts'
import { shiftsMovedWith } from './moving.ts'

/** An event may start and end at the same instant, but not end before it starts. */
const applyRules: Hooks['applyRules'] = async (ctx, changes) => {
  await checkMinimums(ctx, changes)
  for (const { after, issues } of changes) {
    if (Date.parse(String(after.end)) < Date.parse(String(after.start)))
      addIssue(issues, 'end', 'Must not be before the start.')
    for (const [field, message] of decisionIssues(after)) addIssue(issues, field, message)
  }
}

async function checkMinimums({ db }: Pick<Ctx, 'db'>, changes: readonly Change[]): Promise<void> {
  const named = changes.map(({ given }) =>
    ((given.minimums ?? []) as AssignmentMinimum[]).map(({ assignment }) => assignment),
  )
  if (!named.some((ids) => ids.length)) return
  const found = await db
    .selectFrom('assignments')
    .select('id')
    .where('id', 'in', [...new Set(named.flat())])
    .execute()
  const known = new Set(found.map(({ id }) => id))
  for (const [i, { issues }] of changes.entries())
    if (named[i]?.some((id) => !known.has(id))) addIssue(issues, 'minimums', 'There is no such assignment.')
}

const carries: Hooks['carries'] = async (ctx, changes) => [
  { collection: 'shifts', values: await shiftsMovedWith(ctx, changes) },
]

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
          'minimums',
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
    outside: ({ t }) => `(select count(*) from core.shifts s where s.event = ${t}.id and ${outsideSql('s', t)})`,
  },
  linked: { contacts: { table: 'event_contacts', owner: 'event', member: 'person' } },
  displayName: ({ t, day }) => `${eventNameSql(`${t}.name`)} || ', ' || ${day(`${t}.start`)}`,
  windowByFields: true,
  byTime: { type: 'eventtype' },
  filters: {
    future: { kind: 'flag', sql: (q) => `${q.t}."end" > ${q.now()}` },
    unpublished: {
      kind: 'flag',
      adminOnly: true,
      sql: ({ t }) => `exists (select from core.shifts s where s.event = ${t}.id and s.draft is null)`,
    },
  },
  refusals: { events_end_after_start: ['end', 'Must not be before the start.'] },
  hooks: { applyRules, notifies: true, carries, aroundWrite: followDeletion },
  totals: {
    outside: {
      description: 'How many shifts of these events lie outside their event now.',
      count: ({ db }, ids) => countOutside(db, ids),
    },
  },
  wakes: 'reminders.plan',
  markdown: 'details',
  matchBy: ['name', 'start'],
})
