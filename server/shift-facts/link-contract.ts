import * as z from 'zod'
import { instant } from '#server/engine/kernel/instant-contract.ts'

/** Parts of the pages behind links in messages. Anyone with the link can read them. */

export const linkShift = z.object({
  event: z.string(),
  start: instant,
  end: instant,
  location: z.string().nullable(),
  assignment: z.string().nullable(),
  role: z.string().nullable(),
})

/** Open shifts that someone who came too late could do instead. */
export const linkInstead = z.array(
  z.object({
    id: z.number().int(),
    event: z.string(),
    start: instant,
    end: instant,
    assignment: z.string().nullable(),
  }),
)
export type LinkInstead = z.infer<typeof linkInstead>

/** The person whose link it is, with their formats of dates and times. */
export const linkPerson = z.object({ first_name: z.string(), dateFormat: z.string(), timeFormat: z.string() })

export const linkSite = z.object({ name: z.string(), contact_name: z.string(), contact_email: z.string() })
