import type { WrittenMessage } from '#server/deliveries/transport.ts'
import { writeNotice } from '#server/messages/account/write.ts'

/** What an operator is told of. */
const MAILS = {
  factor: {
    title: 'New sign-in method',
    paragraphs: [
      'A second step was set up for your sign-in, at the console of the platform. This was on {at}.',
      'Your other devices were signed out.',
      'If this was not you, tell the platform’s other operators at once.',
    ],
  },
} as const

/** That of a site that chose none. */
const COLOUR = '#01579b'

export type OperatorMail = { to: string; kind: keyof typeof MAILS; happened_at: Date }

/** Instants are told in UTC: operators share no club's zone. */
const inUtc = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Writes a mail of the platform itself, which has no club above it and no person's name. */
export function writeOperatorMail(
  { to, kind, happened_at }: OperatorMail,
  { origin, contact_email }: { origin: string; contact_email: string },
): WrittenMessage {
  const { title, paragraphs } = MAILS[kind]
  return writeNotice({
    kind: 'account.factor',
    site: { name: 'Watchbill', locale: 'en-GB', logo: null, color: COLOUR, contact_name: '', contact_email },
    origin,
    person: { name: '', email: to },
    title,
    paragraphs: paragraphs.map((line) => line.replace('{at}', inUtc(happened_at))),
    action: { label: 'Open the console', url: `${origin}/console` },
  })
}
