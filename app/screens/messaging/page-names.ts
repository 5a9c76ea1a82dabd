import type { SentMessage } from '#server/messages/sending/history-contract.ts'
import type { MessageData } from './message-data.ts'
import { messageName } from './message-text.ts'
import type { StoredTemplate } from './templates/template-state.ts'

/** The names that the messaging pages have in their titles: of the message or template that is open, empty without one. */

export function writtenName(data: unknown): string {
  const { message } = data as Pick<MessageData, 'message'>
  return message ? messageName({ ...message, excerpt: message.kind === 'sms' ? message.body : '' }) : ''
}

export function sentName(data: unknown): string {
  const { sent } = data as { sent?: Pick<SentMessage, 'message'> }
  return sent ? messageName(sent.message) : ''
}

export const templateName = (data: unknown): string =>
  (data as { template?: Pick<StoredTemplate, 'name'> | null }).template?.name ?? ''
