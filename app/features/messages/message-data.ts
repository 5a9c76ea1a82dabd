import type { MessageFile } from '#server/messages/attachments/rules.ts'
import type { FirstAudiences } from '#server/messages/audience/first-audiences.ts'
import type { WrittenText } from '#server/messages/sending/history-contract.ts'
import type { DraftFields, MessageKind, StoredDraft } from './draft-state.ts'
import { messageName } from './message-text.ts'
import type { StoredTemplate } from './templates/use-template.ts'
import type { Names } from './who/rule-text.ts'

export type StoredMessage = StoredDraft & {
  same_as: number | null
  status: 'draft' | 'scheduled' | 'sending' | 'sent' | 'cancelled'
  counts: Readonly<Record<string, number>>
  lists_people: boolean
  attachments: MessageFile[]
  created_by: number | null
  sent_by: number | null
  undo_until: string | null
  paused_at: string | null
  paused_by: number | null
  started_at: string | null
  matching: number | null
  receiving: number | null
  expected: number | null
  problem: string | null
  sent_at: string | null
  cancelled_at: string | null
}

export type MessageData = {
  /** Of the address. */
  kind: MessageKind
  /** The server's time, ISO. */
  now: string
  message: StoredMessage | null
  written?: WrittenText
  /** The text that was sent with an email. */
  text?: Pick<StoredMessage, 'id' | 'receiving' | 'status'> | undefined
  initial: Partial<DraftFields>
  names: Names
  first: FirstAudiences
  /** False where the club has no roles: no rule then asks for one. */
  has_roles: boolean
}

type Written = Pick<StoredMessage, 'kind' | 'subject' | 'body'> & Partial<Pick<StoredMessage, 'started_at'>>

export const writtenName = ({ message }: { message: Written | null }): string =>
  message ? messageName({ ...message, excerpt: message.kind === 'sms' ? message.body : '' }) : ''

type View<K extends string, T> = { view: string } & { [key in K]?: T }

type Named = { message: Parameters<typeof messageName>[0] }

export const sentName = ({ sent }: View<'sent', Named>): string => (sent ? messageName(sent.message) : '')

export const templateName = ({ template }: View<'template', Pick<StoredTemplate, 'name'> | null>): string =>
  template?.name ?? ''

/** Maximum number of people in a URL; a longer selection is a list. */
export const MAX_NAMED = 500

/** "Message 1 person", "Message 5 people". */
export const messageText = (people: number): string => `Message ${people === 1 ? '1 person' : `${people} people`}`
