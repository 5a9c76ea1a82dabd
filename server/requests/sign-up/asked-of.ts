import { invalid } from '#server/engine/kernel/errors.ts'
import type { TakeInput } from './contract.ts'
import { grantedTimes } from './rules.ts'

/**
 * Returns the times that somebody takes a shift for, or asks for, within it; null where they are its own.
 * @param shift the times of the shift or the event.
 * @param outside the message for times that are not within it.
 * @throws DomainError 'invalid' at `modified_start` or `modified_end`.
 */
export function askedOf(shift: { start: Date; end: Date }, asked: TakeInput, outside: string) {
  const toDate = (text: string | null | undefined) => (text ? new Date(text) : null)
  const wanted = { modified_start: toDate(asked.modified_start), modified_end: toDate(asked.modified_end) }
  if (wanted.modified_start && wanted.modified_end && wanted.modified_end <= wanted.modified_start)
    throw invalid({ modified_end: ['Must be after the start.'] })
  const granted = grantedTimes(shift, wanted)
  for (const field of ['modified_start', 'modified_end'] as const) {
    const own = field === 'modified_start' ? shift.start : shift.end
    if (wanted[field] && wanted[field].getTime() !== own.getTime() && !granted[field])
      throw invalid({ [field]: [outside] })
  }
  return granted
}
