import * as z from 'zod'
import { expected } from '#server/engine/kernel/expected.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'
import { linkPerson, linkShift, linkSite } from '#server/shift-facts/link-contract.ts'

export const swapLinkInput = z.object({ answer: z.enum(['yes', 'no'], expected('Must be one of yes, no.')) })
export type SwapLinkAnswer = z.infer<typeof swapLinkInput>['answer']

/** The page of the link in a question about a swap: first name and shifts. Anyone with the link can read it. */
export const swapPage = z.object({
  /** `accepted`: waits for the others, or for a coordinator. */
  state: z.enum(['open', 'accepted', 'done', 'declined']),
  /** Null where they only give, or only take, a shift. */
  gets: linkShift.nullable(),
  gives: linkShift.nullable(),
  person: linkPerson,
  site: linkSite,
  /** The last time for an answer. */
  until: instant,
})
export type SwapPage = z.infer<typeof swapPage>
