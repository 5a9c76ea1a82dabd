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

/** The person whose link it is, with their formats of dates and times. */
export const linkPerson = z.object({ first_name: z.string(), dateFormat: z.string(), timeFormat: z.string() })

export const linkSite = z.object({ name: z.string(), contact_name: z.string(), contact_email: z.string() })
