import * as z from 'zod'
import { invalid } from '#server/kernel/errors.ts'
import { seal, unseal } from '#server/kernel/seal.ts'
import type { SiteId } from '#server/tenancy/site.ts'

const PURPOSE = 'factor-ticket'

/** How long the second step of a sign-in may take. */
export const TICKET_MINUTES = 10

const facts = z.object({ account: z.number(), site: z.number(), epoch: z.number(), until: z.number() })

/** Proof that the first step of a sign-in succeeded. Nothing is stored: it is sealed, and a change of password voids it. */
export const issueTicket = (
  secret: string,
  of: { account: number; site: SiteId; epoch: number; now: Date },
): string => {
  const { now, ...rest } = of
  return seal(secret, PURPOSE, JSON.stringify({ ...rest, until: now.getTime() + TICKET_MINUTES * 60_000 })).toString(
    'base64url',
  )
}

/** @throws DomainError 'invalid' under `ticket` for one that ran out, belongs to another site or was made up. */
export function readTicket(
  secret: string,
  ticket: string,
  site: SiteId,
  now: Date,
): { account: number; epoch: number } {
  const text = unseal(secret, PURPOSE, Buffer.from(ticket, 'base64url'))
  const read = text === null ? null : facts.safeParse(JSON.parse(text))
  if (!read?.success || read.data.site !== site || read.data.until <= now.getTime()) throw staleTicket()
  return read.data
}

export const staleTicket = () => invalid({ ticket: ['This took too long. Please sign in again.'] })
