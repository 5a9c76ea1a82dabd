import type { Site, SiteId } from '#server/engine/tenancy/site.ts'
import type { Channel, ShiftMessageKind } from './contract.ts'
import type { ShiftFacts } from './shift-facts.ts'

/**
 * What a provider answered. `refused` is surely not sent and may be tried again; `rejected` never will be accepted;
 * `ambiguous` may or may not have been sent.
 */
export type Outcome =
  | { kind: 'sent'; provider_id: string }
  | { kind: 'refused'; reason: string; retry_after_ms?: number }
  | { kind: 'rejected'; reason: string }
  | { kind: 'ambiguous'; reason: string }

/** One shift in a message; `before` is what the person was told, in a notice of a change or a withdrawal. */
export type MessageItem = { shift: ShiftFacts; before: Partial<ShiftFacts> | null }

/** One message before it is written: several shifts when they are of the same person, kind and day. */
export type MessageDraft = {
  kind: ShiftMessageKind
  channel: Channel
  site: Site
  origin: string
  person: { id: number; name: string; email: string; phone: string | null; email_uid: string; settings: unknown }
  items: readonly MessageItem[]
  /** Where its receiver turns such messages off; also the target of the one-click POST. */
  unsubscribe_url: string
  now: Date
}

export type WrittenMessage = {
  to: string
  /** One plain address that answers go to; absent where there is nobody. */
  reply_to?: string | undefined
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: readonly Attachment[]
}

export type Attachment = { filename: string; content_type: string; content: string }

/** Which message and attempt it is; providers give both back with each event. */
export type Tags = { delivery_id: string; attempt_id: string }

export type Outgoing = WrittenMessage & Tags & { site: SiteId; site_name: string; kind: string; channel: Channel }

/** `text` is what was sent, where the provider's list can be searched by it (SMS). */
export type TraceQuery = Tags & { site: SiteId; to: string; since: Date; text: string }

export type Trace = { found: string } | 'none' | 'cannot say'

/** Sends messages of one channel. `trace` asks the provider about an attempt; it throws when the provider does not answer. */
export type Transport = {
  send(message: Outgoing): Promise<Outcome>
  trace(query: TraceQuery): Promise<Trace>
  /** What the provider allows this account, where it can be asked. */
  quota?(): Promise<Quota>
}

/** Messages a second, and how many of a day's messages are used. */
export type Quota = { perSecond: number; used: number; daily: number }

export type Transports = Record<Channel, Transport>

/** What a message about an account says. Texts may name `{token}`, `{code}`, `{name}`, `{email}`, `{at}` and `{until}` (see `messages/account/from-facts.ts`). */
export type NoticeFacts = {
  title: string
  paragraphs: readonly string[]
  action?: { label: string; path: string }
  /** Where it goes when that is not the person's own address: the former email, a number that is to be verified. */
  to?: string
  /** The person that it is about, where that is another one. */
  about?: number
  /** Instants, ISO: when it happened, how long it counts. They are read on the site's wall clock, with its zone. */
  times?: { at?: string; until?: string }
  /** The random id that the secret in it is derived from. */
  derive?: { purpose: string; id: string }
}

export type NoticeKind = `account.${string}` | 'request.declined'

export type NoticeDraft = {
  kind: NoticeKind
  channel: Channel
  site: Site
  origin: string
  person: { name: string; email: string; phone: string | null; settings?: unknown }
  about: { name: string; email: string } | null
  facts: NoticeFacts
}

export type WriteNotice = (draft: NoticeDraft) => WrittenMessage

export type WriteMessage = (draft: MessageDraft) => WrittenMessage

/** The tag by which a delivery is found again: site and id, since ids are only unique within the table of all sites. */
export const deliveryRef = (site: number, id: number) => `${site}-${id}`

/** The other way round; null for anything that is not such a tag. */
export function parseDeliveryRef(ref: string | undefined): { site: number; id: number } | null {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(ref ?? '')
  return match ? { site: Number(match[1]), id: Number(match[2]) } : null
}
