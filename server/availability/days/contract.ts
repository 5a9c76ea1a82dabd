import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { DAY_MESSAGE } from '#server/engine/kernel/day-text.pure.ts'

/** 0 Unavailable, 1 Available, 2 Only if required. Zero is a value; null means no mark. */
const AVAILABILITY = [0, 1, 2] as const
export type AvailabilityValue = (typeof AVAILABILITY)[number]
export type Mark = AvailabilityValue | null

export const AVAILABILITY_LABELS: Record<AvailabilityValue, string> = {
  0: 'Unavailable',
  1: 'Available',
  2: 'Only if required',
}

const day = boundedText({ max: 10, tooLong: DAY_MESSAGE }).regex(/^\d{4}-\d\d-\d\d$/, DAY_MESSAGE)

/** `available` as a form sends it: a value, or `unset` to remove the mark. */
const mark = z.enum(['0', '1', '2', 'unset'], 'Choose one.').transform((text): Mark => {
  return text === 'unset' ? null : (Number(text) as AvailabilityValue)
})

export const markInput = z.object({ available: mark })

export const personMarkInput = z.object({
  person: z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
  date: z.string(),
  available: mark,
})
export type PersonMarkInput = { person: number; date: string }

export const MAX_RANGE_DAYS = 366

/** Every day from `from` to `to` on one of `weekdays` (1 Monday to 7 Sunday; none means all). */
export const rangeInput = z.object({
  from: day,
  to: day,
  weekdays: z.array(z.coerce.number().int().min(1).max(7)).max(7).default([]),
  available: mark,
})
export type RangeInput = z.output<typeof rangeInput>
