import * as z from 'zod'
import { boundedText } from '#server/engine/kernel/bounded-text.ts'
import { expected } from '#server/engine/kernel/expected.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

const INSTANT_MESSAGE = 'Give a date and time with its zone.'

const id = z.number(expected('Must be an id.')).int('Must be an id.').positive('Must be an id.')

export const confirmItem = z.object({
  /** `undo` reverts a sign-out within two minutes; `time` is then the recorded end. */
  sign: z.enum(['in', 'out', 'undo'], 'Must be in, out or undo.'),
  /** Empty for a person without a shift, and for signing out of their current one. */
  shift: id.nullish(),
  person: id.nullish(),
  role: id.nullish(),
  time: boundedText({ max: 40, tooLong: INSTANT_MESSAGE })
    .check(z.iso.datetime({ offset: true, error: INSTANT_MESSAGE }))
    .meta({ format: 'date-time' })
    .transform((text) => new Date(text)),
  /** Whether the device kept it while offline. */
  kept: z.boolean().default(false),
})
export type Confirm = z.output<typeof confirmItem>

export const MAX_CONFIRMS = 50

/** Times are ISO texts in UTC; `hours` has two decimals. */
const kioskShift = z.object({
  id: z.number().int(),
  event: z.number().int(),
  event_name: z.string(),
  person: z.number().int(),
  person_name: z.string(),
  role: z.number().int().nullable(),
  /** The name of the assignment, or else of the role. */
  duty: z.string(),
  location_name: z.string(),
  start: instant,
  end: instant,
  actual_start: instant.nullable(),
  actual_end: instant.nullable(),
  hours: z.number().nullable(),
})
export type KioskShift = z.output<typeof kioskShift>

const named = z.object({ id: z.number().int(), name: z.string() })
const byId = <T extends z.ZodType>(record: T) => z.record(z.string(), record)
const ids = z.array(z.number().int())

/** Response of `kiosk/data`. `now` is the server's clock, the only one that a kiosk shows and sends. */
export const kioskData = z.object({
  now: instant,
  kiosk: named,
  results: z.object({ shifts: byId(kioskShift), people: byId(named), roles: byId(named) }),
  /**
   * Ids in display order. `waiting`: today's unstarted shifts. `signed_in`: started and not ended, forgotten ones too.
   */
  lists: z.object({ waiting: ids, signed_in: ids, people: ids, roles: ids }),
})
export type KioskData = z.output<typeof kioskData>

/** Shifts after the call, in the order of the list. */
export const confirmAnswer = z.object({
  count: z.number().int(),
  order: ids,
  results: z.object({ shifts: byId(kioskShift) }),
})
export type ConfirmAnswer = z.output<typeof confirmAnswer>

export const UNDO_MS = 2 * 60_000

/** Hours after its start in which an unfinished shift still counts as in progress. */
export const OPEN_HOURS = 24

/** Days for which a kiosk offers to end a forgotten shift. */
export const FORGOTTEN_DAYS = 7

export const UNPLANNED = 'Unplanned shifts'
