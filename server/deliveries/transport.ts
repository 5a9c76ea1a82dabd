import type { Site, SiteId } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Channel, ShiftMessageKind } from './contract.ts'
import type { Question } from './questions.ts'
import type { RosterNoticeKind } from './roster-notice-kinds.ts'
import type { DnsRecord, DomainVerdict } from './senders/rules.ts'
import type { ShiftFacts } from './shift-facts.ts'

/**
 * Outcome of a call to a provider. `refused`: certainly not sent, may be retried (`ours`: because of our keys or our
 * sender, until an operator corrects them; `answered`: by an answer to this message, which another sender may not get);
 * `rejected`: will never be accepted; `ambiguous`: may have been sent.
 */
export type Outcome =
  | { kind: 'sent'; provider_id: string }
  | { kind: 'refused'; reason: string; retry_after_ms?: number; ours?: boolean; answered?: boolean }
  | { kind: 'rejected'; reason: string }
  | { kind: 'ambiguous'; reason: string }

/** A shift in a message; `before` holds the last told facts, for a change or withdrawal; `question` whether it asks. */
export type MessageItem = {
  shift: ShiftFacts
  before: Partial<ShiftFacts> | null
  question?: Question
  /** Names of the others on the event at the same time. */
  crew?: readonly string[]
}

/** A question in a message: the shifts of one person. `key` is the caller's. */
export type AnswerAsk = {
  key: string
  channel: Channel
  person: number
  shifts: number[]
  /** Start of the last shift, ISO. */
  ends_at: string
}

/**
 * Creates answer links in the transaction that writes the messages.
 * @returns their URLs by key.
 */
export type LinkAnswers = (
  db: SiteDb,
  site: Pick<Site, 'id'>,
  asks: readonly AnswerAsk[],
  at: { origin: string; now: Date },
) => Promise<ReadonlyMap<string, string>>

/** A message to write: several shifts if they share person, kind and day. */
export type MessageDraft = {
  kind: ShiftMessageKind
  channel: Channel
  site: Site
  origin: string
  /** The host in the UIDs of its calendar file; absent: that of `origin`. */
  uid_host?: string | undefined
  person: { id: number; name: string; email: string; phone: string | null; email_uid: string; settings: unknown }
  items: readonly MessageItem[]
  /** Page that answers its questions; absent without any. */
  answer_url?: string | undefined
  /** Page for turning such messages off; also the target of the one-click POST. */
  unsubscribe_url: string
  now: Date
}

export type WrittenMessage = {
  to: string
  /** One plain address for replies; absent without one. */
  reply_to?: string | undefined
  subject: string
  text: string
  html: string
  headers: Record<string, string>
  attachments: readonly Attachment[]
  /** Attachments read from storage just before sending. */
  files?: readonly AttachedFile[]
}

export type Attachment = { filename: string; content_type: string; content: string | Uint8Array }

export type AttachedFile = Omit<Attachment, 'content'> & { key: string }

/** Identifies message and attempt; providers return both with each event. */
export type Tags = { delivery_id: string; attempt_id: string }

export type Outgoing = WrittenMessage &
  Tags & {
    site: SiteId
    site_name: string
    kind: string
    channel: Channel
    /** The site's own sender; absent for the platform's. */
    from?: string
  }

/** `text` is the sent text, for providers searched by it (SMS). */
export type TraceQuery = Tags & { site: SiteId; to: string; since: Date; text: string }

export type Trace = { found: string } | 'none' | 'cannot say'

/** Sends by one channel. `trace` asks the provider about an attempt, and throws without a response. */
export type Transport = {
  send(message: Outgoing): Promise<Outcome>
  trace(query: TraceQuery): Promise<Trace>
  /** The account's allowance, if it can be queried. */
  quota?(): Promise<Quota>
  /** What the provider has against our keys, account or sender; null if nothing. @throws without a response. */
  check?(): Promise<string | null>
  /** Absent where the provider cannot say which domains may send. */
  domains?: Domains
}

/** Has a provider verify that a domain may send. Both throw without a response. */
export type Domains = {
  /** Begins, or begins again. @returns the records to add to its DNS. */
  begin(domain: string): Promise<DnsRecord[]>
  /** Deletes a domain with its verification. Adding it again needs a new proof. */
  end(domain: string): Promise<void>
  /** Reads domains that were begun; others are absent. */
  read(domains: readonly string[]): Promise<ReadonlyMap<string, { verdict: DomainVerdict; records: DnsRecord[] }>>
}

/** Messages per second, and the day's used messages and limit. */
export type Quota = { perSecond: number; used: number; daily: number }

export type Transports = Record<Channel, Transport>

/** A shift, or an event, that a notice is about, as it was when queued. Instants are ISO text in UTC. */
export type NoticeShift = Pick<ShiftFacts, 'event_name' | 'start' | 'end'> &
  Partial<Pick<ShiftFacts, 'assignment' | 'role' | 'location' | 'address'>> & {
    /** Null for an event. */
    id: number | null
    event: number
    /** Heading among several: "You get". */
    label?: string
  }

export type NoticeTime = 'at' | 'given' | 'until' | 'kept'

/**
 * Content of an account message. Texts may contain `{name}`, `{email}` and its times, paragraphs `{code}`, and the
 * action's path `{token}` (see `texts/account/from-facts.ts`).
 */
export type NoticeFacts = {
  title: string
  paragraphs: readonly string[]
  action?: { label: string; path: string }
  /** Second button of equal size, for a question with two answers. */
  other_action?: { label: string; path: string }
  /**
   * SMS text, if it differs from the paragraphs: without the site's name, which is prefixed. A final `{link}` becomes
   * the action's address. Cut to one part (`texts/account/notice-sms.ts`).
   */
  sms?: string
  /** Names in the SMS by placeholder; shortened if too long. */
  names?: Record<string, string>
  /** Path at the end of the SMS, if shorter than the action's. */
  sms_path?: string
  /** The recipient if it is not the person's own address: the former email, or a number to verify. */
  to?: string
  /** The person that it is about, if that is another one. */
  about?: number
  /** People listed in paragraphs, by placeholder; names are read on sending. */
  lists?: Record<string, readonly number[]>
  /** What it is about, in the layout of messages about shifts; `{shift:7}` in its texts names the shift 7 with its times. */
  shifts?: readonly NoticeShift[]
  /** ISO instants of the event and its validity. Formatted in site time with its zone; briefly in an SMS. */
  times?: Partial<Record<NoticeTime, string>>
  /** Random id from which its secret is derived. */
  derive?: { purpose: string; id: string }
}

export type NoticeKind = `account.${string}` | 'request.declined' | 'request.times' | RosterNoticeKind

export type NoticeDraft = {
  kind: NoticeKind
  channel: Channel
  site: Site
  origin: string
  person: { name: string; email: string; phone: string | null; settings?: unknown }
  about: { name: string; email: string } | null
  lists?: Record<string, string>
  /** Who else is on the shifts of the facts, by shift. */
  crews?: (shift: number) => readonly string[]
  now: Date
  facts: NoticeFacts
  /** Page for turning such messages off, for kinds that allow it. */
  unsubscribe_url?: string
}

export type WriteNotice = (draft: NoticeDraft) => WrittenMessage

export type WriteMessage = (draft: MessageDraft) => WrittenMessage

/** Tag that identifies a delivery: site and id, since ids are unique per site only. */
export const deliveryRef = (site: number, id: number) => `${site}-${id}`

export function parseDeliveryRef(ref: string | undefined): { site: number; id: number } | null {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(ref ?? '')
  return match ? { site: Number(match[1]), id: Number(match[2]) } : null
}
