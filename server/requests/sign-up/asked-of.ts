import type { Ctx } from '#server/engine/access/context.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import type { TakeInput } from './contract.ts'
import { type AskedTimes, type AskedTimesProblem, askedTimesProblem, grantedTimes } from './rules.ts'

export const OUTSIDE_EVENT = 'Must be within the event.'

const toDate = (value: unknown) => (value == null || value === '' ? null : new Date(value as string | Date))

export const askedTimes = (of: TakeInput | Record<string, unknown>): AskedTimes => ({
  modified_start: toDate(of.modified_start),
  modified_end: toDate(of.modified_end),
})

/**
 * Returns the requested times within a shift or event; null where they are its own.
 * @param shift the times of the shift or the event.
 * @param outside the message for times that are not within it.
 * @throws DomainError 'invalid' at `modified_start` or `modified_end`.
 */
export function askedOf(shift: { start: Date; end: Date }, asked: TakeInput, outside: string): AskedTimes {
  const wanted = askedTimes(asked)
  const problem = askedTimesProblem(shift, wanted, outside)
  if (problem) throw invalid({ [problem.field]: [problem.message] })
  return grantedTimes(shift, wanted)
}

type AskedEvent = { asked_start: Date; asked_location: number | null }

/** Reads the time and location of events, which are stored with a request: it binds no one if the event moves. */
export async function readAskedEvents(
  { db }: Pick<Ctx, 'db'>,
  ids: readonly number[],
): Promise<ReadonlyMap<number, AskedEvent>> {
  if (!ids.length) return new Map()
  const events = await db
    .selectFrom('events')
    .select(['id', 'start as asked_start', 'location as asked_location'])
    .where('id', 'in', [...new Set(ids)])
    .execute()
  return new Map(events.map(({ id, ...asked }) => [id, asked]))
}

type Asking = { event: number; asked: AskedTimes }
type Judged = { problem: AskedTimesProblem | null; times: AskedTimes }

/**
 * Checks requested times against their events. Reads nothing without any.
 * @returns for each request, in order: the problem, or the times to store, null where they are the event's. Leaves
 * those of unknown events as they are.
 */
export async function judgeAskedTimes({ db }: Pick<Ctx, 'db'>, requests: readonly Asking[]): Promise<Judged[]> {
  const ids = requests.flatMap(({ event, asked }) => (asked.modified_start || asked.modified_end ? event : []))
  const events = ids.length
    ? await db
        .selectFrom('events')
        .select(['id', 'start', 'end'])
        .where('id', 'in', [...new Set(ids)])
        .execute()
    : []
  const spans = new Map(events.map((event) => [event.id, event]))
  return requests.map(({ event, asked }) => {
    const span = spans.get(event)
    const problem = span ? askedTimesProblem(span, asked, OUTSIDE_EVENT) : null
    return { problem, times: span ? grantedTimes(span, asked) : asked }
  })
}
