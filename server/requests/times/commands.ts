import { sql } from 'kysely'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireOwnAct } from '#server/engine/access/permission.ts'
import { DomainError, forbidden, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { askedOf } from '../sign-up/asked-of.ts'
import type { TimesInput } from './contract.ts'
import { isSameTimes } from './rules.ts'

const STARTED = 'This shift has started.'
const OTHER_VERSION = 'What you asked for has changed or been answered. Please look at it again.'

type OwnShift = {
  event: number
  start: Date
  end: Date
  modified_start: Date | null
  modified_end: Date | null
  ahead: boolean
}

/**
 * Requests other times on the acting person's published shift, within it and before it begins. A shift has one pending
 * request: asking again changes it; repeating changes nothing.
 * @throws DomainError 'not_found', 'forbidden' for someone else's shift, 'invalid' at `modified_start` or
 * `modified_end`, 'conflict' once the shift has begun, or when the request is no longer the one of `version`.
 */
export async function askForTimes(ctx: Ctx, shift: number, input: TimesInput): Promise<void> {
  const person = requireOwnAct(ctx.actor)
  const own = await lockOwnShift(ctx, shift, person)
  if (!own.ahead) throw new DomainError('conflict', STARTED)
  const { modified_start, modified_end } = askedOf(own, input, 'Must be within the shift.')
  if (isSameTimes(own, { modified_start, modified_end }))
    throw invalid({ modified_start: ['These are already your times. Choose others.'] })
  if (input.version) {
    const open = await openVersion(ctx, shift, person)
    if (open !== input.version) throw new DomainError('conflict', OTHER_VERSION)
  }
  const { rows } = await sql<{ id: number }>`
    insert into time_requests as t (shift, person, modified_start, modified_end, comments)
    values (${shift}, ${person}, ${modified_start}, ${modified_end}, ${input.comments})
    on conflict (site_id, shift, person) where answered_at is null do update
      set modified_start = excluded.modified_start, modified_end = excluded.modified_end, comments = excluded.comments,
        version = t.version + 1, updated_at = clock_timestamp()
      where (t.modified_start, t.modified_end, t.comments) is distinct from (excluded.modified_start, excluded.modified_end, excluded.comments)
    returning t.id`.execute(ctx.db)
  if (rows.length)
    await audit(ctx, {
      action: 'request.ask_times',
      subject: 'shifts',
      subject_id: shift,
      details: { modified_start, modified_end },
    })
}

/**
 * Withdraws the acting person's pending request, if any.
 * @throws DomainError as `askForTimes`.
 */
export async function withdrawTimes(ctx: Ctx, shift: number): Promise<void> {
  const person = requireOwnAct(ctx.actor)
  await lockOwnShift(ctx, shift, person)
  const removed = await ctx.db
    .deleteFrom('time_requests')
    .where('shift', '=', shift)
    .where('person', '=', person)
    .where('answered_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  if (removed) await audit(ctx, { action: 'request.withdraw_times', subject: 'shifts', subject_id: shift })
}

async function openVersion(ctx: Ctx, shift: number, person: number): Promise<number | null> {
  const open = await ctx.db
    .selectFrom('time_requests')
    .select('version')
    .where('shift', '=', shift)
    .where('person', '=', person)
    .where('answered_at', 'is', null)
    .executeTakeFirst()
  return open?.version ?? null
}

async function lockOwnShift(ctx: Ctx, shift: number, me: number): Promise<OwnShift> {
  const { rows } = await sql<OwnShift & { person: number | null }>`
    select s.event, s.person, s.start, s."end", s.modified_start, s.modified_end,
      s.start > ${ctx.clock.now()} and s.actual_start is null as ahead
    from shifts s join events e on e.site_id = s.site_id and e.id = s.event
    where s.id = ${shift} and s.draft is not null and not e.archived for update of s`.execute(ctx.db)
  const [row] = rows
  if (!row) throw notFound('This shift does not exist.')
  if (row.person !== me) throw forbidden('Only the person on a shift can ask for different times.')
  return row
}
