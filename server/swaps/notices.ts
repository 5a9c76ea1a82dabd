import { sql } from 'kysely'
import { queueRosterNotices, type RosterNotice, withdrawRosterNotices } from '#server/deliveries/roster-notices.ts'
import type { Shown } from '#server/deliveries/shown.ts'
import { ROSTER_SMS } from '#server/deliveries/texts/account/roster-sms.ts'
import { assignmentWords } from '#server/deliveries/texts/named-shift.ts'
import { listTold } from '#server/deliveries/told.ts'
import { ownActor } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { makeCode } from '#server/engine/kernel/short-code.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { listAdmins, listCoordinators } from '#server/people/coordinators.ts'
import { personEndSql, personStartSql } from '#server/shift-facts/times/rules.ts'
import { LINK_PURPOSE, signedText } from './links/token.ts'
import { type StoredCircle, type StoredPart, shiftsOf } from './store.ts'

const SIZES: Record<number, string> = { 3: 'three', 4: 'four' }
const ACTION = { label: 'Open swaps', path: '/swaps' }
const ENDED_SWAPS = { label: 'Open swaps', path: '/swaps/all?view=ended' }

type Asking = { comments: string; by: number | null }

/** Sends questions to everyone in these circles who has not answered. `by` started them, with `comments`. */
export async function notifyAsked(ctx: Ctx, circles: readonly StoredCircle[], { comments, by }: Asking): Promise<void> {
  const words = await wordsFor(ctx, ...circles)
  const codes = await storeCodes(ctx, circles)
  const quoted = comments ? [`In their words: ${comments}`] : []
  await queueRosterNotices(
    ctx,
    ...circles.flatMap((circle) =>
      circle.parts
        .filter(({ accepted }) => accepted === null)
        .map((part): RosterNotice => {
          const { gives, gets, brief, shows } = words(part)
          const [title, first, sms] =
            by === null
              ? [
                  `A ${circle.size > 2 ? `${SIZES[circle.size] ?? circle.size}-way ` : ''}swap is possible`,
                  `You would give ${gives} and get ${gets}.`,
                  ROSTER_SMS.swap_found,
                ]
              : part.gives === null
                ? ['{name} asks you to take a shift', `{name} asks you to take ${gets}.`, ROSTER_SMS.hand_over_asked]
                : [
                    '{name} asks you to swap a shift',
                    `{name} offers you ${gets} for your ${gives}.`,
                    ROSTER_SMS.swap_asked,
                  ]
          return {
            ...noticeTo(part.person, circle),
            kind: 'swap.asked',
            cause: `${circle.id}`,
            useful_until: circle.ends_at,
            title,
            ...(by !== null && { about: by }),
            paragraphs: [
              first,
              ...quoted,
              'Nothing changes until everyone has said yes.',
              'Please reply by {until}, when it expires.',
            ],
            times: { ...brief.times, until: circle.ends_at.toISOString() },
            shows,
            ...linkOf(ctx, circle, part.person),
            sms,
            ...(codes.has(`${circle.id} ${part.person}`) && {
              sms_path: `/s/${codes.get(`${circle.id} ${part.person}`)}`,
            }),
            names: brief.names,
          }
        }),
    ),
  )
}

/** Two buttons that answer without signing in. */
function linkOf({ site }: Ctx, circle: StoredCircle, person: number) {
  const path = `/swap/${circle.id}-${person}.{token}`
  return {
    action: { label: 'Yes, I’ll do it', path: `${path}?answer=yes` },
    other_action: { label: 'No, not this time', path: `${path}?answer=no` },
    derive: { purpose: LINK_PURPOSE, id: signedText({ site: site.id, circle: circle.id, person }) },
  }
}

/** Stores a short code for each person who is asked, for texts. */
async function storeCodes({ db, site }: Ctx, circles: readonly StoredCircle[]): Promise<ReadonlyMap<string, string>> {
  if (!site.sms_enabled) return new Map()
  const rows = circles.flatMap(({ id, ends_at, parts }) =>
    parts
      .filter(({ accepted }) => accepted === null)
      .map(({ person }) => ({ code: makeCode(), person, ends_at, shifts: [{ circle: id }] })),
  )
  await sql`insert into answer_links (code, channel, person, shifts, ends_at)
    select code, 'sms', person, shifts, ends_at from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
      as n (code text, person bigint, shifts jsonb, ends_at timestamptz)`.execute(db)
  return new Map(rows.map(({ code, person, shifts }) => [`${shifts[0]?.circle} ${person}`, code]))
}

export async function notifyApprovers(ctx: Ctx, circle: StoredCircle): Promise<void> {
  const words = await wordsFor(ctx, circle)
  const coordinators = await listAdmins(ctx.db)
  await queueRosterNotices(
    ctx,
    ...coordinators.map(
      (person): RosterNotice => ({
        ...noticeTo(person, circle),
        kind: 'swap.asked',
        cause: `approve ${circle.id}`,
        useful_until: circle.ends_at,
        title: 'A swap is waiting for your approval',
        paragraphs: [
          `${circle.size === 2 ? 'Both' : 'All'} have said yes: ${movesText(circle)}.`,
          'Nothing changes until you approve it.',
        ],
        shows: words.moves(circle),
        action: { label: 'Approve or decline', path: `/todo?item=swap-${circle.id}` },
      }),
    ),
  )
}

export const tellsOf = ({ gives, gets }: StoredPart) => [
  ...(gives === null ? [] : [{ shift: gives, state: 'not_theirs' as const }]),
  ...(gets === null ? [] : [{ shift: gets, state: 'theirs' as const }]),
]

/** Notifies everyone in a circle, except the acting person, and the coordinators that its shifts have moved. */
export async function notifyMoved(ctx: Ctx, circle: StoredCircle, actor: number | null): Promise<void> {
  const words = await wordsFor(ctx, circle)
  const until = await lastEnd(ctx.db, shiftsOf(circle.parts), ctx.clock.now())
  await withdrawRosterNotices(ctx.db, 'swap.asked', circle.id)
  const done = (person: number): Pick<RosterNotice, 'kind' | 'cause' | 'useful_until' | 'person' | 'subject'> => ({
    ...noticeTo(person, circle),
    kind: 'swap.done',
    cause: `${circle.id}`,
    useful_until: until,
  })
  const own = circle.parts
    .filter(({ person }) => person !== actor)
    .map((part): RosterNotice => {
      const { gives, gets, brief, shows } = words(part)
      const sentences = [
        part.gives === null ? '' : `You gave away ${gives} and don’t need to do anything more about it.`,
        part.gets === null ? '' : `You now have ${gets}, and the roster shows it.`,
      ]
      return {
        ...done(part.person),
        ...{ tells: tellsOf(part), says: tellsOf(part), shows },
        title:
          part.gets === null
            ? 'Someone has taken your shift'
            : part.gives === null
              ? 'The shift is yours'
              : 'Your swap has gone through',
        paragraphs: [...sentences.filter(Boolean), 'Your calendar and reminders update automatically.'],
        action: ACTION,
        sms: part.gets === null ? ROSTER_SMS.hand_over_done : ROSTER_SMS.swap_done,
        ...brief,
      }
    })
  const parties = circle.parts.map(({ person }) => person)
  const admins = new Set(await listAdmins(ctx.db))
  const coordinators = (await coordinatorsOf(ctx, circle, [...parties, actor])).map(
    (person): RosterNotice => ({
      ...done(person),
      title: 'Shifts have been swapped',
      paragraphs: [`Members agreed this between them, and the roster has changed: ${movesText(circle)}.`],
      shows: words.moves(circle),
      ...(admins.has(person) && { action: ENDED_SWAPS }),
    }),
  )
  await queueRosterNotices(ctx, ...own, ...coordinators)
}

/**
 * Notifies people of a circle's end without a move: those who had agreed or were asked, and coordinators who were told
 * that it waits.
 * @param how.why a sentence.
 * @param how.ender the person who ended it. They get no notice, unless an admin acted as them.
 * @param how.except people who get none either.
 * @param how.gone people who lost the shift they give; their message omits what they would have got.
 * @param how.by who changed the shifts; coordinators among them are not notified.
 */
export async function notifyEnded(
  ctx: Ctx,
  circle: StoredCircle,
  {
    why,
    about = null,
    ender = null,
    except = [],
    gone = [],
    by = [ownActor(ctx.actor)],
  }: {
    why: string
    about?: number | null
    ender?: number | null
    except?: readonly number[]
    gone?: readonly number[]
    by?: readonly (number | null)[]
  },
): Promise<void> {
  await withdrawRosterNotices(ctx.db, 'swap.asked', circle.id)
  const words = await wordsFor(ctx, circle)
  const now = ctx.clock.now()
  const starts = words.times.map(({ start }) => start)
  const first = new Date(Math.min(...starts))
  if (!starts.length) return
  // When a shift's start ends the swap, the notice stays useful until the shift's end.
  const useful_until = first > now ? first : new Date(Math.max(...words.times.map(({ end }) => end)))
  const asked = await readAsked(ctx.db, circle)
  const told = { kind: 'swap.declined' as const, useful_until, ...(about !== null && { about }), action: ACTION }
  const parties = circle.parts.filter(
    ({ person, gets, accepted }) =>
      (accepted || asked.some((one) => one.person === person && one.cause === `${circle.id}`)) &&
      !except.includes(person) &&
      !(person === ender && person === ownActor(ctx.actor)) &&
      !(gone.includes(person) && gets === null),
  )
  const coordinators = asked.filter(
    ({ person, cause }) => cause !== `${circle.id}` && first > now && !by.includes(person),
  )
  await queueRosterNotices(
    ctx,
    ...parties.map((part): RosterNotice => {
      const { gives, gets, brief, shows } = words(part)
      const because = part.person === ender ? 'An admin ended it in your name.' : why
      return {
        ...told,
        ...noticeTo(part.person, circle),
        cause: `${circle.id}`,
        ...(part.gives === null || gone.includes(part.person)
          ? {
              ...(part.gets !== null && { says: [{ shift: part.gets, state: 'not_theirs' as const }] }),
              shows: shows.slice(0, 1),
              title: 'The shift isn’t yours after all',
              paragraphs: [because, `Nothing has changed: you’re not on ${gets}.`],
              sms: ROSTER_SMS.swap_not_yours,
            }
          : {
              says: [{ shift: part.gives, state: 'theirs' }],
              shows: shows.slice(-1),
              title: 'Your shift is still yours',
              paragraphs: [because, `Nothing has changed: ${gives} is still yours.`],
              sms: ROSTER_SMS.swap_declined,
            }),
        ...brief,
      }
    }),
    ...coordinators.map(
      ({ person, cause, sms }): RosterNotice => ({
        ...told,
        ...noticeTo(person, circle),
        cause,
        title: 'A swap has ended, and nothing has changed',
        paragraphs: [why, `It no longer needs your approval. Shifts: ${movesText(circle)}.`],
        shows: words.moves(circle),
        action: ENDED_SWAPS,
        ...(sms && { sms: ROSTER_SMS.swap_ended, names: { what: words(circle.parts[0]!).brief.names.gives ?? '' } }),
        times: { at: first.toISOString() },
      }),
    ),
  )
}

type Asked = { person: number; cause: string; sms: boolean }

/** Lists people reached by a message about a waiting circle: invitees and coordinators. */
async function readAsked(db: SiteDb, { id }: StoredCircle): Promise<Asked[]> {
  const { rows } = await sql<Asked>`
    select person, substr(cause, length('notice:') + 1) as cause, bool_or(channel = 'sms') as sms from deliveries
    where kind = 'swap.asked' and cause = any (${[`${id}`, `approve ${id}`, `urgent ${id}`].map((cause) => `notice:${cause}`)})
      and state in ('sending', 'sent', 'delivered', 'unknown') group by person, cause order by person, cause`.execute(
    db,
  )
  return rows
}

const noticeTo = (person: number, circle: StoredCircle) => ({ person, subject: circle.id })

/** `brief`: the short names for texts. `shows`: what they get, then what they give. */
type Words = {
  gives: string
  gets: string
  brief: Required<Pick<RosterNotice, 'names' | 'times'>>
  shows: readonly Shown[]
}
type WordsOf = ((part: StoredPart) => Words) & {
  moves: (circle: StoredCircle) => Shown[]
  times: { start: number; end: number }[]
}

/** Placeholder that names a shift with its times, in the reader's formats. */
const nameOf = (shift: number | null) => (shift === null ? 'a shift' : `{shift:${shift}}`)

const movesText = (circle: StoredCircle) =>
  circle.parts.flatMap(({ gets }) => (gets === null ? [] : [nameOf(gets)])).join('; ')

type Named = {
  id: number
  event_name: string
  assignment: string | null
  role: string | null
  start: Date
  end: Date
  own_start: Date
  own_end: Date
}

/**
 * Reads the shifts of circles and names them: given ones with the times agreed, received ones with their own. Deleted
 * shifts are named as last told.
 */
async function wordsFor({ db }: Pick<Ctx, 'db'>, ...circles: readonly StoredCircle[]): Promise<WordsOf> {
  const ids = circles.flatMap(({ parts }) => shiftsOf(parts))
  const { rows: stored } = await sql<Named>`
    select s.id, e.name as event_name, a.name as assignment, r.name as role, s.start, s."end",
      ${sql.raw(personStartSql('s'))} as own_start, ${sql.raw(personEndSql('s'))} as own_end from shifts s
    join events e on e.site_id = s.site_id and e.id = s.event
    left join assignments a on a.site_id = s.site_id and a.id = s.assignment
    left join roles r on r.site_id = s.site_id and r.id = s.role
    where s.id = any (${ids}::bigint[])`.execute(db)
  const deleted = ids.filter((id) => !stored.some((row) => row.id === id))
  const rows = [...stored, ...(deleted.length ? await readKnown(db, deleted) : [])]
  const find = (shift: number | null) => rows.find(({ id }) => id === shift)
  const briefly = (shift: number | null) => {
    const named = find(shift)
    return named ? assignmentWords(named) : 'a shift'
  }
  const shown = (shift: number | null, label: string | null, is: 'given' | 'got'): Shown[] => {
    if (shift === null) return []
    const named = find(shift)
    const times = named && (is === 'given' ? { start: named.own_start, end: named.own_end } : named)
    return [{ shift, ...(label !== null && { label }), ...(times && { start: times.start, end: times.end }) }]
  }
  const words = (part: StoredPart): Words => {
    const both = part.gives !== null && part.gets !== null
    const [gives, gets] = [find(part.gives), find(part.gets)]
    return {
      gives: nameOf(part.gives),
      gets: nameOf(part.gets),
      brief: {
        names: { gives: briefly(part.gives), gets: briefly(part.gets) },
        times: {
          ...(gets && { at: gets.start.toISOString() }),
          ...(gives && { given: gives.own_start.toISOString() }),
        },
      },
      shows: [
        ...shown(part.gets, both ? 'You get' : null, 'got'),
        ...shown(part.gives, both ? 'You give' : null, 'given'),
      ],
    }
  }
  return Object.assign(words, {
    moves: ({ parts }: StoredCircle) => parts.flatMap(({ gets }) => shown(gets, null, 'got')),
    times: rows.map(({ start, end }) => ({ start: start.getTime(), end: end.getTime() })),
  })
}

async function readKnown(db: SiteDb, shifts: readonly number[]): Promise<Named[]> {
  const known = await listTold(db, { shifts })
  return known.flatMap(({ shift, state, facts: { event_name = '', assignment = null, role = null, start, end } }) => {
    if (state === 'not_theirs' || !start || !end) return []
    const times = { start: new Date(start), end: new Date(end) }
    return [{ id: shift, event_name, assignment, role, ...times, own_start: times.start, own_end: times.end }]
  })
}

async function lastEnd(db: SiteDb, shifts: readonly number[], now: Date): Promise<Date> {
  const { rows } = await sql<{ last: Date | null }>`
    select max("end") as last from shifts where id = any (${[...shifts]}::bigint[])`.execute(db)
  return rows[0]?.last ?? now
}

/** Returns the coordinators of a circle's events, except people in it and the acting person. */
async function coordinatorsOf(
  { db }: Ctx,
  circle: StoredCircle,
  except: readonly (number | null)[],
): Promise<number[]> {
  const { rows } = await sql<{ events: number[] | null }>`
    select array_agg(distinct event) as events from shifts where id = any (${shiftsOf(circle.parts)}::bigint[])`.execute(
    db,
  )
  const byEvent = await listCoordinators(db, rows[0]?.events ?? [], except)
  return [...new Set([...byEvent.values()].flat())].sort((a, b) => a - b)
}
