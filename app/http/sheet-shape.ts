import * as z from 'zod'
import { instant, wholeNumber } from './shapes.ts'

export const sheetShift = z.object({
  id: wholeNumber,
  event: wholeNumber,
  event_name: z.string(),
  person: wholeNumber,
  name: z.string(),
  duty: z.string(),
  start: instant,
  end: instant,
  actual_start: instant.nullable(),
  actual_end: instant.nullable(),
  hours: z.number().nullable(),
  state: z.enum(['ended', 'running', 'forgotten', 'called_off', 'missing', 'planned']),
  far_longer: z.boolean(),
  former: wholeNumber.nullable(),
})
