import type { SentMessage } from '#server/messages/sending/history-contract.ts'
import type { MessageData } from './message-data.ts'
import { messageName } from './message-text.ts'
import type { StoredTemplate } from './templates/template-state.ts'

/** The names that the messaging pages have in their titles: of the message or template that is open, empty without one. */

type Written = Pick<NonNullable<MessageData['message']>, 'kind' | 'subject' | 'body'>

export const writtenName = ({ message }: { message: Written | null }): string =>
  message ? messageName({ ...message, excerpt: message.kind === 'sms' ? message.body : '' }) : ''

/** What one address shows: the list, or one record of it. */
type View<K extends string, T> = { view: string } & { [key in K]?: T }

type Named = { message: Pick<SentMessage['message'], 'kind' | 'subject' | 'excerpt'> }

export const sentName = ({ sent }: View<'sent', Named>): string => (sent ? messageName(sent.message) : '')

export const templateName = ({ template }: View<'template', Pick<StoredTemplate, 'name'> | null>): string =>
  template?.name ?? ''
