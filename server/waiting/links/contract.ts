import * as z from 'zod'
import { expected } from '#server/engine/kernel/expected.ts'
import { instant } from '#server/engine/kernel/instant-contract.ts'
import { linkInstead, linkPerson, linkShift, linkSite } from '#server/shift-facts/link-contract.ts'

export const holdLinkInput = z.object({ answer: z.enum(['yes', 'no'], expected('Must be one of yes, no.')) })
export type HoldLinkAnswer = z.infer<typeof holdLinkInput>['answer']

/** The page of the link in an offer from a waiting list: first name and one shift. Anyone with the link can read it. */
export const holdPage = z.object({
  /** `taken`: it is no longer offered to them. */
  state: z.enum(['open', 'yours', 'declined', 'taken']),
  shift: linkShift,
  person: linkPerson,
  /** Until when it is held for them; null where everyone on the list is asked. */
  until: instant.nullable(),
  /** What else they could do, once it is taken. */
  instead: linkInstead,
  site: linkSite,
})
export type HoldPage = z.infer<typeof holdPage>
