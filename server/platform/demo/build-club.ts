import { type Kysely, sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { DB } from '#server/schema.gen.ts'
import { bulkInsert } from './bulk-insert.ts'
import type { DemoClub } from './clubs.ts'
import { planEvents } from './plan-events.ts'
import { planShifts } from './plan-shifts.ts'

type Args = { site: number; hash: string; now: Date }

const dayMs = 86_400_000
const ago = (now: Date, days: number) => new Date(now.getTime() - days * dayMs)

/** Fills one demo site: people, lookups, programme, roster, requests, news, records, availability, a kiosk. */
export async function buildClub(db: Kysely<DB>, club: DemoClub, { site, hash, now }: Args): Promise<void> {
  const slug = String(club.site.slug)
  const zone = String(club.site.timezone)
  const today = Temporal.Instant.from(now.toISOString()).toZonedDateTimeISO(zone).toPlainDate()
  const people = await makePeople(db, club, hash, now)
  const insert = (table: keyof DB, rows: Record<string, unknown>[]) => bulkInsert(db, site, table, rows)
  const locations = await insert(
    'locations',
    club.locations.map(([name, address], order) => ({ name, address, order })),
  )
  const types = await insert(
    'eventtypes',
    club.types.map(([name, color], order) => ({ name, color, order })),
  )
  const roles = await insert(
    'roles',
    club.roles.map((name, order) => ({ name, order })),
  )
  const assignments = await insert(
    'assignments',
    club.assignments.map(([name], order) => ({ name, order })),
  )
  const series = await insert('series', [
    ...club.series.map(({ name, details, consecutive }) => ({ name, details, consecutive })),
    { name: club.weekend.name, details: 'Three days that belong together.', consecutive: true },
  ])
  const plans = planEvents(club, today, zone)
  const idOf = (names: readonly string[], ids: number[], name: string | undefined) =>
    ids[names.indexOf(name ?? '')] ?? null
  const seriesNames = [...club.series.map((s) => s.name), club.weekend.name]
  const events = await insert(
    'events',
    plans.map((plan) => ({
      name: plan.name,
      details: plan.details ?? '',
      start: plan.start,
      end: plan.end,
      series: idOf(seriesNames, series, plan.series),
      eventtype: idOf(
        club.types.map(([name]) => name),
        types,
        plan.type,
      ),
      location: idOf(
        club.locations.map(([name]) => name),
        locations,
        plan.location,
      ),
      contact: String(club.site.contact_name),
    })),
  )
  const members = people.filter((person) => person.role !== 'new').map((person) => person.id)
  const shifts = planShifts({ club, plans, events, assignments, roles, members, me: people[1]!.id, now, today, zone })
  await insert('shifts', shifts)
  const competencies = await insert(
    'competencies',
    club.competencies.map(([name, valid_months]) => ({ name, valid_months })),
  )
  await insert(
    'training',
    competencies.map((competency, i) => ({ name: `${club.competencies[i]![0]} course`, competency })),
  )
  await insert(
    'records',
    members
      .filter((_, i) => i % 2 === 0)
      .flatMap((person, i) => {
        const k = i % competencies.length
        const months = club.competencies[k]![1]
        const achieved = today.subtract({ days: (i * 131) % 1500 })
        return [
          {
            person,
            competency: competencies[k],
            achieved: achieved.toString(),
            expires: months === null ? null : achieved.add({ months }).toString(),
          },
        ]
      }),
  )
  const future = plans.flatMap((plan, i) => (plan.start > now ? [{ id: events[i]!, plan }] : []))
  const taken = new Set(
    shifts.filter((shift) => shift.person !== null).map((shift) => `${shift.event}:${shift.person}`),
  )
  const asked = future.slice(2, 12).flatMap(({ id }, i) =>
    [people[1]!.id, members[(i * 7 + 5) % members.length]!].map((person, k) => ({
      event: id,
      person,
      comments: k ? ['', 'I can stay until the end.', 'Series Auto-Signup'][i % 3] : '',
      declined_at: i === 3 && k ? ago(now, 1) : null,
      created_at: ago(now, (i % 5) + 1),
    })),
  )
  await insert(
    'requests',
    asked.filter((request, i) => !taken.has(`${request.event}:${request.person}`) && (i % 2 === 1 || i < 4)),
  )
  await insert('news', [
    ...club.news.map((post, i) => ({
      title: post.title,
      content: post.content,
      pinned: post.pinned ?? false,
      author: people[0]!.id,
      posted: ago(now, 2 + i * 6),
      show_until: null as Date | null,
    })),
    {
      title: 'Over',
      content: 'This post has had its time.',
      pinned: false,
      author: people[0]!.id,
      posted: ago(now, 40),
      show_until: ago(now, 10),
    },
    {
      title: 'Not yet',
      content: 'This post waits for its day.',
      pinned: false,
      author: people[0]!.id,
      posted: ago(now, -5),
      show_until: null,
    },
  ])
  await insert(
    'availability',
    members.flatMap((person, i) =>
      [0, 1, 2].map((k) => {
        const date = today.add({ days: 1 + ((i * 5 + k * 9) % 40) })
        const start = date.toZonedDateTime(zone)
        return {
          person,
          date: date.toString(),
          start: new Date(start.epochMilliseconds),
          end: new Date(date.add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds - 1),
          available: k,
        }
      }),
    ),
  )
  const fields = await insert(
    'profilefields',
    [
      { display_name: 'Emergency contact', kind: 'text', order: 0, user_visible: true, user_editable: true },
      {
        display_name: 'Lifejacket size',
        kind: 'choice',
        choices: ['S', 'M', 'L', 'XL'],
        order: 1,
        user_visible: true,
        user_editable: true,
      },
      { display_name: 'Membership number', kind: 'number', order: 2, user_visible: true, user_editable: false },
    ].map((field) => ({ choices: [] as string[], ...field })),
  )
  await insert(
    'profileentries',
    members.slice(0, 20).map((person, i) => ({
      person,
      entry_type: fields[i % 3],
      value: ['Next of kin, 01632 960 123', 'M', String(4000 + i)][i % 3],
    })),
  )
  await insert('kiosks', [{ name: slug === 'harbour' ? 'Race hut tablet' : 'Base entrance' }])
}

type DemoPerson = { id: number; role: string }

/** The named sign-ins first (admin, member, newcomer, both), then everybody else; each with an account. */
async function makePeople(db: Kysely<DB>, club: DemoClub, hash: string, now: Date): Promise<DemoPerson[]> {
  const slug = String(club.site.slug)
  const [member, admin, ...others] = club.names
  const named = [
    { email: `admin@${slug}.test`, name: admin!, role: 'admin' },
    { email: `member@${slug}.test`, name: member!, role: 'user' },
    { email: `newcomer@${slug}.test`, name: 'Noor Newcomer', role: 'new' },
    { email: 'both@watchbill.test', name: 'Robin Twoclubs', role: 'user' },
  ]
  const rest = others.map((name, i) => ({
    email: `${name
      .normalize('NFKD')
      .replace(/[^a-zA-Z]+/g, '.')
      .toLowerCase()
      .replace(/^\.|\.$/g, '')}.${i}@${slug}.test`,
    name,
    role: 'user',
  }))
  const rows = [...named, ...rest].map((person, i) => ({
    ...person,
    is_active: person.role !== 'new',
    phone: person.role === 'new' || i % 3 === 2 ? null : `${club.phone}${String(100 + i)}`,
    sms_verified: i % 3 !== 2 && i % 2 === 1,
    sms_notifications: i % 3 !== 2 && i % 2 === 1,
    email_reminders: i % 11 !== 10,
    joined: new Date(now.getTime() - (200 + i * 37) * dayMs).toISOString().slice(0, 10),
    tags: i % 4 === 0 ? ['life member'] : [],
  }))
  await sql`
    insert into identity.accounts (email, password_hash)
    select r.email, case when r.email = any (${named.map((person) => person.email)}) then ${hash} end from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r (email text)
    on conflict on constraint accounts_email_key do nothing`.execute(db)
  const made = await sql<DemoPerson>`
    insert into core.people (account_id, name, email, phone, role, is_active, sms_verified, sms_notifications, email_reminders, joined, tags)
    select a.id, r.name, r.email, r.phone, r.role, r.is_active, r.sms_verified, r.sms_notifications, r.email_reminders, r.joined, r.tags
    from jsonb_to_recordset(${JSON.stringify(rows.map((row, order) => ({ ...row, order })))}::jsonb)
      as r (email text, name text, phone text, role text, is_active boolean, sms_verified boolean, sms_notifications boolean, email_reminders boolean, joined date, tags text[], "order" int)
    join identity.accounts a on a.email = r.email order by r."order" returning id, role`.execute(db)
  return made.rows
}
