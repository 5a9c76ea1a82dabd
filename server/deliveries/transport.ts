import type { Site, SiteId } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import type { Channel, ShiftMessageKind } from './contract.ts'
import type { Question } from './questions.ts'
import type { RosterNoticeKind } from './roster-notice-kinds.ts'
import type { ShiftFacts } from './shift-facts.ts'

/**
 * The outcome of a call to a provider. `refused`: certainly not sent, may be tried again; `rejected`: will never be accepted;
 * `ambiguous`: may or may not have been sent.
 */
export type Outcome =
  | { kind: 'sent'; provider_id: string }
  | { kind: 'refused'; reason: string; retry_after_ms?: number }
  | { kind: 'rejected'; reason: string }
  | { kind: 'ambiguous'; reason: string }

/**
 * One shift in a message; `before` holds the facts that the person was last notified of, for a change or a withdrawal, `question` whether the
 * message asks about it.
 */
export type MessageItem = { shift: ShiftFacts; before: Partial<ShiftFacts> | null; question?: Question }

/** A question in a message: the shifts of one person. `key` is the caller's. */
export type AnswerAsk = {
  key: string
  channel: Channel
  person: number
  shifts: number[]
  /** When the last of the shifts begins, ISO. */
  ends_at: string
}

/** Makes the links that answer questions, in the transaction that writes the messages. @returns their addresses by key. */
export type LinkAnswers = (
  db: SiteDb,
  site: Pick<Site, 'id'>,
  asks: readonly AnswerAsk[],
  at: { origin: string; now: Date },
) => Promise<ReadonlyMap<string, string>>

/** One message before it is written: several shifts when they share person, kind and day. */
export type MessageDraft = {
  kind: ShiftMessageKind
  channel: Channel
  site: Site
  origin: string
  person: { id: number; name: string; email: string; phone: string | null; email_uid: string; settings: unknown }
  items: readonly MessageItem[]
  /** The page that answers for those of its shifts that it asks about; absent where it asks about none. */
  answer_url?: string | undefined
  /** The page where the recipient turns such messages off; also the target of the one-click POST. */
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
  /** Attachments that are read from the storage just before it is sent. */
  files?: readonly AttachedFile[]
}

export type Attachment = { filename: string; content_type: string; content: string | Uint8Array }

/** A file of the site by its key in the storage. */
export type AttachedFile = Omit<Attachment, 'content'> & { key: string }

/** Identifies the message and the attempt; providers return both with each event. */
export type Tags = { delivery_id: string; attempt_id: string }

export type Outgoing = WrittenMessage & Tags & { site: SiteId; site_name: string; kind: string; channel: Channel }

/** `text` is the text that was sent, for providers whose list is searched by it (SMS). */
export type TraceQuery = Tags & { site: SiteId; to: string; since: Date; text: string }

export type Trace = { found: string } | 'none' | 'cannot say'

/** Sends messages by one channel. `trace` asks the provider about an attempt, and throws when it does not answer. */
export type Transport = {
  send(message: Outgoing): Promise<Outcome>
  trace(query: TraceQuery): Promise<Trace>
  /** The provider's allowance for this account, where it can be queried. */
  quota?(): Promise<Quota>
}

/** Messages per second, and how many of a day's messages are used. */
export type Quota = { perSecond: number; used: number; daily: number }

export type Transports = Record<Channel, Transport>

/** The instants that a notice may name. */
export type NoticeTime = 'at' | 'given' | 'until' | 'kept'

/**
 * The content of a message about an account. Texts may contain `{name}`, `{email}` and those of its times, paragraphs `{code}`, and
 * the action's path `{token}` (see `texts/account/from-facts.ts`).
 */
export type NoticeFacts = {
  title: string
  paragraphs: readonly string[]
  action?: { label: string; path: string }
  /** A second button of equal size beside the first, for a question with two answers. */
  other_action?: { label: string; path: string }
  /**
   * What an SMS says, where it is not the paragraphs: without the club's name, which is put before it. The address of the action follows it
   * where it ends in `{link}`. It is cut to one part (`texts/account/notice-sms.ts`).
   */
  sms?: string
  /** The names in the SMS by their placeholders; they are shortened where it is too long. */
  names?: Record<string, string>
  /** The path that the SMS ends in, where there is a shorter one than the action's. */
  sms_path?: string
  /** The recipient when it is not the person's own address: the former email, or a number to verify. */
  to?: string
  /** The person that it is about, when it is another one. */
  about?: number
  /** People whom paragraphs list, by placeholder; their names are read when it is sent. */
  lists?: Record<string, readonly number[]>
  /** ISO instants: when it happened, how long it is valid. They are formatted on the site's wall clock, with its zone; briefly in an SMS. */
  times?: Partial<Record<NoticeTime, string>>
  /** The random id from which its secret is derived. */
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
  /** The names of its lists, by placeholder. */
  lists?: Record<string, string>
  facts: NoticeFacts
  /** The page where the recipient turns such messages off, for kinds that can be turned off there. */
  unsubscribe_url?: string
}

export type WriteNotice = (draft: NoticeDraft) => WrittenMessage

export type WriteMessage = (draft: MessageDraft) => WrittenMessage

/** The tag that identifies a delivery: site and id, since ids are only unique in the table of all sites. */
export const deliveryRef = (site: number, id: number) => `${site}-${id}`

/** Parses such a tag; null for anything else. */
export function parseDeliveryRef(ref: string | undefined): { site: number; id: number } | null {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(ref ?? '')
  return match ? { site: Number(match[1]), id: Number(match[2]) } : null
}
