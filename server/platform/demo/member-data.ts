import { Temporal } from 'temporal-polyfill'
import type { Insert } from './bulk-insert.ts'
import type { DemoClub } from './club.ts'
import type { DemoPeople } from './people.ts'
import type { Random } from './random.ts'

type Args = { club: DemoClub; people: DemoPeople; now: Date; random: Random }

const DAY = 86_400_000

const todayOf = ({ club, now }: Pick<Args, 'club' | 'now'>) =>
  Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(club.site.timezone).toPlainDate()

/** `expires` null: never. */
type Held = { person: number; competency: number; expires: string | null }

/** Creates training and people's records: current, expiring, expired, renewed. @returns the records. */
export async function makeRecords(insert: Insert, competencies: readonly number[], args: Args): Promise<Held[]> {
  const { club, people, random } = args
  const today = todayOf(args)
  const training = await insert(
    'training',
    club.competencies.map(({ name, details }, i) => ({
      name: `${name}: course`,
      details,
      competency: competencies[i],
    })),
  )
  const record = (person: number, k: number, achieved: Temporal.PlainDate) => ({
    person,
    competency: competencies[k]!,
    training: training[k],
    achieved: achieved.toString(),
    expires:
      club.competencies[k]!.months === null ? null : achieved.add({ months: club.competencies[k]!.months! }).toString(),
    details: random.chance(0.2) ? 'Certificate seen.' : '',
  })
  const held = (person: number, k: number) => {
    const months = club.competencies[k]!.months ?? 60
    const age = Math.round(months * 30.4 * (0.1 + random.below(115) / 100))
    const newest = record(person, k, today.subtract({ days: age }))
    return random.chance(0.2) ? [record(person, k, today.subtract({ days: age + 700 })), newest] : [newest]
  }
  const records = [
    record(people.member, 0, today.subtract({ months: 14 })),
    record(people.member, 1, today.subtract({ months: (club.competencies[1]!.months ?? 36) + 1 })),
    ...people.all
      .filter((person) => person !== people.member)
      .flatMap((person) => competencies.flatMap((_, k) => (random.chance(0.4) ? held(person, k) : []))),
  ]
  await insert('records', records)
  return records
}

type Mark = { person: number; start: Date; end: Date; available: number }

/**
 * Creates availability for the next six weeks, at most one mark per person and local day.
 * @returns the marks; `available` 0 means unavailable.
 */
export async function makeAvailability(insert: Insert, args: Args): Promise<Mark[]> {
  const { club, people, random } = args
  const zone = club.site.timezone
  const today = todayOf(args)
  const rows = people.all.flatMap((person) => {
    const offsets = new Set(Array.from({ length: 2 + random.below(5) }, () => 1 + random.below(42)))
    return [...offsets].map((days) => {
      const date = today.add({ days })
      const next = date.add({ days: 1 }).toZonedDateTime(zone)
      return {
        person,
        date: date.toString(),
        start: new Date(date.toZonedDateTime(zone).epochMilliseconds),
        end: new Date(next.epochMilliseconds - 1),
        available: random.below(3),
      }
    })
  })
  await insert('availability', rows)
  return rows
}

export async function makeProfiles(insert: Insert, { club, people, random }: Args): Promise<void> {
  const fields = await insert(
    'profilefields',
    club.fields.map(({ name, kind, choices = [], visible, editable }, order) => {
      return { display_name: name, kind, choices, order, user_visible: visible, user_editable: editable }
    }),
  )
  const entries = people.all.flatMap((person) =>
    fields.flatMap((field, i) => {
      const write = person === people.member ? i < 3 : random.chance(0.45)
      return write ? [{ person, entry_type: field, value: random.pick(club.fields[i]!.values) }] : []
    }),
  )
  await insert('profileentries', entries)
}

export async function makeNews(insert: Insert, { club, people, now }: Args): Promise<void> {
  const rows = club.news.map(({ title, content, days, until, pinned = false }) => ({
    title,
    content,
    pinned,
    author: people.admin,
    posted: new Date(now.getTime() + days * DAY),
    show_until: until === undefined ? null : new Date(now.getTime() + until * DAY),
  }))
  await insert('news', rows)
}
