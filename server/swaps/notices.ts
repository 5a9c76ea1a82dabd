import { sql } from 'kysely'
import { queueRosterNotices, type RosterNotice, withdrawRosterNotices } from '#server/deliveries/roster-notices.ts'
import { ROSTER_SMS } from '#server/deliveries/texts/account/roster-sms.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { firstStart, type StoredCircle, type StoredPart, shiftsOf } from './store.ts'
import { assignmentWords, type NamedShift, shiftWords, swapOf } from './words.ts'

const ACTION = { label: 'Open swaps', path: '/swaps' }
const MAX_COORDINATORS = 50

type Asking = { comments: string; by: number | null }

/** Asks everybody in a circle who has not answered. `by` began it, and `comments` are their words. */
export async function notifyAsked(ctx: Ctx, circle: StoredCircle, { comments, by }: Asking): Promise<void> {
  const words = await wordsFor(ctx, circle)
  const quoted = comments ? [`In their words: ${comments}`] : []
  await queueRosterNotices(
    ctx,
    ...circle.parts
      .filter(({ accepted }) => accepted === null)
      .map((part): RosterNotice => {
        const { gives, gets, brief } = words(part)
        const [title, first, sms] =
          by === null
            ? [
                `${capital(swapOf(circle.size))} is possible`,
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
            'All shifts move at the same moment, when the last of you has said yes, or none does. Until then each stays where it is.',
            'Please answer by {until}. Without an answer it ends by itself.',
          ],
          times: { ...brief.times, until: circle.ends_at.toISOString() },
          action: ACTION,
          sms,
          names: brief.names,
        }
      }),
  )
}

/** Asks the coordinators to approve what everybody has agreed to. */
export async function notifyApprovers(ctx: Ctx, circle: StoredCircle): Promise<void> {
  const words = await wordsFor(ctx, circle)
  const coordinators = await listCoordinators(ctx.db, [])
  await queueRosterNotices(
    ctx,
    ...coordinators.map(
      (person): RosterNotice => ({
        ...noticeTo(person, circle),
        kind: 'swap.asked',
        cause: `approve ${circle.id}`,
        useful_until: circle.ends_at,
        title: 'A swap waits for your approval',
        paragraphs: [
          `${circle.size === 2 ? 'Both' : 'All'} have agreed: ${movesText(circle, words)}.`,
          'Nothing moves before you approve it.',
        ],
        action: { label: 'Open swaps', path: '/swaps/all' },
      }),
    ),
  )
}

/** Notifies everybody in a circle, and the coordinators, that its shifts have moved. Who just did it needs no message. */
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
      const { gives, gets, brief } = words(part)
      const sentences = [
        part.gives === null ? '' : `You gave ${gives}: nothing more to do there.`,
        part.gets === null ? '' : `You now have ${gets}, and everybody knows that you come.`,
      ]
      return {
        ...done(part.person),
        title:
          part.gets === null ? 'Your shift is taken' : part.gives === null ? 'The shift is yours' : 'Your swap is done',
        paragraphs: [...sentences.filter(Boolean), 'Your calendar and your reminders follow by themselves.'],
        action: ACTION,
        sms: part.gets === null ? ROSTER_SMS.hand_over_done : ROSTER_SMS.swap_done,
        ...brief,
      }
    })
  const parties = circle.parts.map(({ person }) => person)
  const coordinators = (await listCoordinators(ctx.db, parties))
    .filter((person) => person !== actor)
    .map(
      (person): RosterNotice => ({
        ...done(person),
        title: 'Shifts have been swapped',
        paragraphs: [`Members agreed on this, and the roster has changed: ${movesText(circle, words)}.`],
        action: { label: 'Open swaps', path: '/swaps/all' },
      }),
    )
  await queueRosterNotices(ctx, ...own, ...coordinators)
}

/**
 * Notifies those who had agreed that a circle has ended without moving.
 * @param why a sentence.
 */
export async function notifyEnded(
  ctx: Ctx,
  circle: StoredCircle,
  { why, about = null, except }: { why: string; about?: number | null; except: readonly number[] },
): Promise<void> {
  await withdrawRosterNotices(ctx.db, 'swap.asked', circle.id)
  const words = await wordsFor(ctx, circle)
  const first = await firstStart(ctx.db, shiftsOf(circle.parts))
  if (!first) return
  await queueRosterNotices(
    ctx,
    ...circle.parts
      .filter(({ person, accepted, gives }) => accepted && gives !== null && !except.includes(person))
      .map(
        (part): RosterNotice => ({
          ...noticeTo(part.person, circle),
          kind: 'swap.declined',
          cause: `${circle.id}`,
          useful_until: first,
          title: 'Your shift stays yours for now',
          ...(about !== null && { about }),
          paragraphs: [why, `Nothing has moved: ${words(part).gives} is still yours.`],
          action: ACTION,
          sms: ROSTER_SMS.swap_declined,
          ...words(part).brief,
        }),
      ),
  )
}

const noticeTo = (person: number, circle: StoredCircle) => ({ person, subject: circle.id })

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** `brief`: what texts name of the same shifts. */
type Words = { gives: string; gets: string; brief: Required<Pick<RosterNotice, 'names' | 'times'>> }
type WordsOf = (part: StoredPart) => Words

const movesText = (circle: StoredCircle, words: WordsOf) =>
  circle.parts.flatMap((part) => (part.gets === null ? [] : [words(part).gets])).join('; ')

/** Reads the shifts of a circle, and names what each part gives and gets. */
async function wordsFor({ db, site }: Pick<Ctx, 'db' | 'site'>, circle: StoredCircle): Promise<WordsOf> {
  const { rows } = await sql<NamedShift>`
    select s.id, e.name as event_name, a.name as assignment, r.name as role, s.start, s."end" from shifts s
    join events e on e.site_id = s.site_id and e.id = s.event
    left join assignments a on a.site_id = s.site_id and a.id = s.assignment
    left join roles r on r.site_id = s.site_id and r.id = s.role
    where s.id = any (${shiftsOf(circle.parts)}::bigint[])`.execute(db)
  const shifts = new Map(rows.map((row) => [row.id, row]))
  const of = (id: number | null, write: (shift: NamedShift) => string) => {
    const shift = shifts.get(id ?? 0)
    return shift ? write(shift) : 'a shift'
  }
  const inFull = (shift: NamedShift) => shiftWords(shift, site.timezone)
  const startOf = (id: number | null) => shifts.get(id ?? 0)?.start.toISOString()
  return ({ gives, gets }) => ({
    gives: of(gives, inFull),
    gets: of(gets, inFull),
    brief: {
      names: { gives: of(gives, assignmentWords), gets: of(gets, assignmentWords) },
      times: { ...(startOf(gets) && { at: startOf(gets)! }), ...(startOf(gives) && { given: startOf(gives)! }) },
    },
  })
}

async function lastEnd(db: SiteDb, shifts: readonly number[], now: Date): Promise<Date> {
  const { rows } = await sql<{ last: Date | null }>`
    select max("end") as last from shifts where id = any (${[...shifts]}::bigint[])`.execute(db)
  return rows[0]?.last ?? now
}

async function listCoordinators(db: SiteDb, except: readonly number[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from people where role = 'admin' and is_active and erased_at is null and id <> all (${[...except]}::bigint[])
    order by id limit ${MAX_COORDINATORS}`.execute(db)
  return rows.map(({ id }) => id)
}
