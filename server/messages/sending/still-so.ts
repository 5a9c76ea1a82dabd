import { sql } from 'kysely'
import { UNDO_WINDOW_MS } from '#server/deliveries/contract.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import { unknownReferences } from '#server/messages/audience/references.ts'
import type { Reference, ReferenceTable } from '#server/messages/audience/rule.ts'
import { referencesOf } from '#server/messages/audience/rules.ts'
import { aboutOf } from '#server/messages/content/about.ts'
import { readEvent } from '#server/messages/content/facts.ts'
import type { Origin } from '#server/messages/contract.ts'
import { eventName } from '#server/shift-facts/event.pure.ts'

type Scheduled = { audience: Audience; origin: Origin | null }

/**
 * Dependencies of a scheduled message: names of required records by table and id, and its event if called off. `texts`:
 * how many got it as a text too, then.
 */
export type ScheduledWith = { names: Record<string, string>; off: number | null; texts?: number }

const WORDS: Record<Exclude<ReferenceTable, 'people'>, string> = {
  assignments: 'the assignment',
  competencies: 'the competency',
  events: 'the event',
  messages: 'the message',
  profilefields: 'the profile field',
  roles: 'the role',
  savedviews: 'the saved view',
  series: 'the series',
}

const NAMED_BY: Record<string, string> = { messages: 'subject', profilefields: 'display_name' }

type Needed = Reference & { table: keyof typeof WORDS }

/** Lists records without which a message would change its recipients or lose its subject. Removed people are simply skipped. */
export const neededBy = (message: Scheduled): Needed[] =>
  referencesOf(aboutOf(message)).filter((reference): reference is Needed => reference.table !== 'people')

const keyOf = ({ table, id }: Reference) => `${table} ${id}`

export async function readScheduledWith(
  db: SiteDb,
  message: Scheduled & { scheduled_for: Date },
): Promise<ScheduledWith> {
  const names = sql.join(
    Object.keys(WORDS).map(
      (table) =>
        sql`when ${table} then (select t.${sql.ref(NAMED_BY[table] ?? 'name')} from ${sql.table(table)} t where t.id = w.id)`,
    ),
    sql` `,
  )
  const { rows } = await sql<{ key: string; name: string | null }>`
    select w.table || ' ' || w.id as key, case w.table ${names} end as name
    from jsonb_to_recordset(${JSON.stringify(neededBy(message))}::jsonb) w ("table" text, id bigint)`.execute(db)
  const event = await readEvent(db, aboutOf(message), message.scheduled_for)
  return {
    names: Object.fromEntries(rows.flatMap(({ key, name }) => (name ? [[key, name]] : []))),
    off: event?.called_off ? event.id : null,
  }
}

export type StillSo = { kind: 'yes' } | { kind: 'wait' } | { kind: 'no'; problem: string }

/**
 * Checks that a due message's dependencies are unchanged: required records exist, and the event's calling-off is as
 * before. Waits for decisions that can still be undone.
 */
export async function stillSo(
  { db, clock }: Pick<Ctx, 'db' | 'clock'>,
  message: Scheduled & { scheduled_with: ScheduledWith | null },
): Promise<StillSo> {
  const { names = {}, off = null } = message.scheduled_with ?? {}
  const gone = await unknownReferences(db, neededBy(message))
  if (gone.length) {
    const named = gone.map((reference) => {
      const name = names[keyOf(reference)]
      return `${WORDS[reference.table]} ${name ? `“${name}”` : `no. ${reference.id}`}`
    })
    const verb = gone.length === 1 ? 'was' : 'were'
    return { kind: 'no', problem: `It was not sent: ${wordList(named)} ${verb} deleted. Choose again who gets it.` }
  }
  const event = await readEvent(db, aboutOf(message), clock.now())
  if (!event || event.called_off === (event.id === off)) return { kind: 'yes' }
  if (event.decided_at && clock.epochMs() - Date.parse(event.decided_at) < UNDO_WINDOW_MS) return { kind: 'wait' }
  const what = `“${eventName(event.name)}” ${event.called_off ? 'is called off' : 'goes ahead after all'}`
  return {
    kind: 'no',
    problem: `It was not sent: ${what}, unlike when it was scheduled. Change it, or send it as it is.`,
  }
}

/** Counts scheduled messages that need one of these records, by table. */
export async function countScheduled(db: SiteDb, removed: ReadonlyMap<string, ReadonlySet<number>>): Promise<number> {
  if (![...removed.keys()].some((table) => Object.hasOwn(WORDS, table))) return 0
  const { rows } = await sql<Scheduled>`select audience, origin from messages where status = 'scheduled'`.execute(db)
  return rows.filter((message) => neededBy(message).some(({ table, id }) => removed.get(table)?.has(id))).length
}
