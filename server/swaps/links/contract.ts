import * as z from 'zod'
import { expected } from '#server/engine/kernel/expected.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'

export const swapLinkInput = z.object({ answer: z.enum(['yes', 'no'], expected('Must be one of yes, no.')) })
export type SwapLinkAnswer = z.infer<typeof swapLinkInput>['answer']

const shift = z.object({
  event: z.string(),
  start: instant,
  end: instant,
  location: z.string().nullable(),
  assignment: z.string().nullable(),
  role: z.string().nullable(),
})

/** The page of the link in a question about a swap: first name and shifts. Anyone with the link can read it. */
export const swapPage = z.object({
  /** `accepted`: waits for the others, or for a coordinator. */
  state: z.enum(['open', 'accepted', 'done', 'declined']),
  /** Null where they only give, or only take, a shift. */
  gets: shift.nullable(),
  gives: shift.nullable(),
  /** The person whose link it is, with their formats of dates and times. */
  person: z.object({ first_name: z.string(), dateFormat: z.string(), timeFormat: z.string() }),
  site: z.object({ name: z.string(), contact_name: z.string(), contact_email: z.string() }),
  /** The last time for an answer. */
  until: instant,
})
export type SwapPage = z.infer<typeof swapPage>
