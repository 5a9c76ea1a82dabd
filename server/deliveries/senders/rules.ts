import type { Site } from '#server/engine/tenancy/site.ts'

/** What an operator adds to the DNS of a domain: a CNAME from name to value. */
export type DnsRecord = { name: string; value: string }

/** `waiting`: not verified yet; `failed`: the provider says no, or refused an email from it. */
export type SenderState = 'waiting' | 'verified' | 'failed'

/** A club's own sender. Emails come from it while it is verified, else from the platform's address. */
export type OwnSender = {
  address: string
  state: SenderState
  records: DnsRecord[]
  /** ISO instant from which it has this state. */
  since: string
  /** Why it is not verified, in words. */
  problem: string | null
}

export const domainOf = (address: string): string => address.slice(address.lastIndexOf('@') + 1).toLowerCase()

/** Whether a domain is `parent` or below it: who verifies a domain may send for all names in it. */
export const isWithin = (domain: string, parent: string): boolean => domain === parent || domain.endsWith(`.${parent}`)

/** The address from which the emails of a site come; null for the platform's. */
export const ownSenderOf = ({ sender_address, sender_state }: Pick<Site, 'sender_address' | 'sender_state'>) =>
  sender_state === 'verified' && sender_address ? sender_address : null

/** What a provider says of a domain. `unsure`: it cannot tell now. */
export type DomainVerdict = 'verified' | 'waiting' | 'failed' | 'unsure'

/** The state of a sender after its provider was asked; `verdict` is undefined where it does not know the domain. */
export function stateAfter(before: SenderState, verdict: DomainVerdict | undefined): SenderState {
  if (verdict === 'unsure') return before
  if (verdict === 'waiting') return before === 'verified' ? 'failed' : 'waiting'
  return verdict ?? (before === 'waiting' ? 'waiting' : 'failed')
}
