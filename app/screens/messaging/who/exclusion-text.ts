import type { Exclusion, Switch } from '#server/messages/audience/contract.ts'
import type { MessageKind } from '../draft-state.ts'

type Words = readonly [one: string, many: string]

const EMAIL: Record<Exclusion, Words> = {
  opted_out: ['switched these emails off', 'switched these emails off'],
  no_address: ['has no email address', 'have no email address'],
  blocked: ['has an address that bounced or complained', 'have an address that bounced or complained'],
  unverified: ['has no confirmed address', 'have no confirmed address'],
  sms_off: ['cannot get texts', 'cannot get texts'],
  inactive: ['is not active', 'are not active'],
  duplicate: [
    'has the address of somebody who gets it: one email names both',
    'have the address of somebody who gets it: one email names both',
  ],
  limit: ['is over the limit', 'are over the limit'],
}

const SMS: Record<Exclusion, Words> = {
  ...EMAIL,
  opted_out: ['switched texts off', 'switched texts off'],
  no_address: ['has no phone number', 'have no phone number'],
  blocked: ['answered STOP', 'answered STOP'],
  unverified: ['has no verified phone', 'have no verified phone'],
  sms_off: ['gets none: texts are off for this club', 'get none: texts are off for this club'],
  duplicate: [
    'has the number of somebody who gets it: one text for both',
    'have the number of somebody who gets it: one text for both',
  ],
}

/** Why people do not get a message, to follow their number. */
export const exclusionText = (kind: MessageKind, reason: Exclusion, count: number): string =>
  (kind === 'sms' ? SMS : EMAIL)[reason][count === 1 ? 0 : 1]

/** Which of a person's own settings decides. */
export const SWITCH_TEXT: Record<Switch, string> = {
  email_notifications: 'About events and shifts: it goes to people who get emails about their shifts.',
  email_newsletters: 'Not about an event or a shift: it goes to people who want messages from the club.',
  sms_notifications: 'It goes to people who want texts and have a verified number.',
}
