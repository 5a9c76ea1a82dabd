import { randomBytes } from 'node:crypto'
import { createResolveSite } from '#server/engine/tenancy/resolve-site.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { Person, World } from '#tests/support/world.ts'

/** Its people in order: members, then two admins. Those with a number also get texts. */
export const PEOPLE = [
  { name: 'Ann' },
  { name: 'Ben', phone: true },
  { name: 'Cat', phone: true, email_notifications: false, email_reminders: false },
  { name: 'Dan' },
  { name: 'Eve', phone: true },
  { name: 'Fay' },
  { name: 'Ada', role: 'admin' },
  { name: 'Bob', role: 'admin', phone: true },
] as const
export const MEMBERS = 6
export const EVENTS = ['Regatta', 'Gala', 'Course'] as const
export const LOOKUPS = {
  locations: ['Jetty', 'Clubhouse'],
  assignments: ['Safety boat', 'Bar'],
  roles: ['Helm', 'Crew'],
} as const
export type Lookup = keyof typeof LOOKUPS

/** Its shifts in order: the event, the hours from the event's start, and who is on it; the last event is not published. */
const SHIFTS = [
  { event: 0, hours: 0, person: 0 },
  { event: 0, hours: 0, person: 1 },
  { event: 0, hours: 3, person: 2 },
  { event: 0, hours: 6, person: null },
  { event: 1, hours: 0, person: 3 },
  { event: 1, hours: 0, person: 4 },
  { event: 1, hours: 4, person: 0 },
  { event: 1, hours: 4, person: null },
  { event: 2, hours: 0, person: 5 },
  { event: 2, hours: 2, person: 1 },
] as const
export const SHIFT_COUNT = SHIFTS.length
/** The shifts of each event, by their place in the club's list. */
export const SHIFTS_OF = EVENTS.map((_, event) => SHIFTS.flatMap((shift, nth) => (shift.event === event ? [nth] : [])))
/** Those that are open at first. */
export const OPEN = SHIFTS.flatMap(({ person }, nth) => (person === null ? [nth] : []))
/** In days, from the beginning of a history to each event. */
const AHEAD = [4, 9, 16]
const HOUR = 3_600_000

export type Member = Person & { email_uid: string; phone: string | null }

export type Club = {
  site: Site
  people: Member[]
  events: number[]
  shifts: number[]
  /** The event of each shift, also of one that is deleted. */
  eventOf: ReadonlyMap<number, number>
  lookups: Record<Lookup, number[]>
}

/** Makes clubs that are alike, some days before their first event. Everybody knows of their published shifts. */
export async function makeClubs(world: World, count: number, begins: Date): Promise<Club[]> {
  const slugs = Array.from({ length: count }, () => `b-${randomBytes(6).toString('hex')}`)
  const sites = await insert<{ id: string; slug: string }>(
    world,
    'core.sites',
    slugs.map((slug) => ({ slug, ...SITE })),
  )
  const resolve = createResolveSite(world.pool('app'), world.clock)
  const all = slugs.map((slug) => Number(sites.find((site) => site.slug === slug)!.id))
  const each = <T>(work: (site: number) => T[]) => all.flatMap(work)
  const emailOf = (name: string, site: number) => `${name.toLowerCase()}@club${site}.example.org`
  const accounts = await insert<{ id: string; email: string }>(
    world,
    'identity.accounts',
    each((site) => PEOPLE.map(({ name }) => ({ email: emailOf(name, site), proved_at: begins }))),
  )
  const accountOf = new Map(accounts.map(({ id, email }) => [email, Number(id)]))
  const people = await insert<Member>(
    world,
    'core.people',
    each((site_id) =>
      PEOPLE.map(({ name, ...about }, n) => {
        const [email, texts] = [emailOf(name, site_id), 'phone' in about]
        return {
          ...{ site_id, name, email, account_id: accountOf.get(email), role: 'role' in about ? about.role : 'user' },
          ...{ phone: texts ? `+44770${String(site_id * 10 + n).padStart(7, '0')}` : null },
          ...{ sms_verified: texts, sms_notifications: texts, cover_requests: n < MEMBERS },
          ...{ email_notifications: !('email_notifications' in about), email_reminders: !('email_reminders' in about) },
        }
      }),
    ),
  )
  const lookups = {} as Record<Lookup, { id: number }[]>
  for (const [table, names] of Object.entries(LOOKUPS))
    lookups[table as Lookup] = await insert(
      world,
      `core.${table}`,
      each((site_id) => names.map((name) => ({ site_id, name }))),
    )
  const part = <T>(rows: readonly T[], size: number, of: number) => rows.slice(of * size, (of + 1) * size)
  const startOf = (event: number) => new Date(dayOf(begins) + AHEAD[event]! * 24 * HOUR + 10 * HOUR)
  const events = await insert<{ id: number }>(
    world,
    'core.events',
    all.flatMap((site_id, n) =>
      EVENTS.map((name, of) => ({
        ...{ site_id, name, start: startOf(of), end: new Date(startOf(of).getTime() + 10 * HOUR) },
        location: part(lookups.locations, 2, n)[of === 1 ? 1 : 0]!.id,
      })),
    ),
  )
  const long = new Date(begins.getTime() - 30 * 24 * HOUR)
  const shifts = await insert<{ id: number; event: number }>(
    world,
    'core.shifts',
    all.flatMap((site_id, n) =>
      SHIFTS.map(({ event, hours, person }, of) => ({
        ...{ site_id, event: part(events, EVENTS.length, n)[event]!.id },
        start: new Date(startOf(event).getTime() + hours * HOUR),
        end: new Date(startOf(event).getTime() + (hours + 3) * HOUR),
        person: person === null ? null : part(people, PEOPLE.length, n)[person]!.id,
        draft: event === 2 ? null : long,
        assigned_at: person === null ? null : long,
        location: of % 3 === 2 ? part(lookups.locations, 2, n)[1]!.id : null,
        assignment: part(lookups.assignments, 2, n)[of % 2]!.id,
        role: of % 3 === 0 ? part(lookups.roles, 2, n)[0]!.id : null,
      })),
    ),
  )
  const ids = (rows: readonly { id: number | string }[]) => rows.map(({ id }) => Number(id))
  return Promise.all(
    slugs.map(async (slug, n) => ({
      site: (await resolve(slug))!,
      people: part(people, PEOPLE.length, n).map((person) => ({ ...person, id: Number(person.id) })),
      events: ids(part(events, EVENTS.length, n)),
      shifts: ids(part(shifts, SHIFT_COUNT, n)),
      eventOf: new Map(part(shifts, SHIFT_COUNT, n).map(({ id, event }) => [Number(id), Number(event)])),
      lookups: {
        locations: ids(part(lookups.locations, 2, n)),
        assignments: ids(part(lookups.assignments, 2, n)),
        roles: ids(part(lookups.roles, 2, n)),
      },
    })),
  )
}

const SITE = {
  ...{ name: 'Harbour club', prefix: 'HC', contact_name: 'Office', contact_email: 'office@example.org' },
  ...{ timezone: 'Europe/London', sms_enabled: true, self_assign: true, allow_release: true, release_days: 2 },
}

const dayOf = (at: Date) => Math.floor(at.getTime() / (24 * HOUR)) * 24 * HOUR

async function insert<Row>(world: World, table: string, rows: readonly Record<string, unknown>[]): Promise<Row[]> {
  const columns = Object.keys(rows[0]!).map((column) => `"${column}"`)
  const { rows: made } = await world.superuser.query(
    `insert into ${table} (${columns}) select ${columns} from jsonb_populate_recordset(null::${table}, $1) returning *`,
    [JSON.stringify(rows)],
  )
  return made as Row[]
}
