import { writeNotice } from '#server/deliveries/texts/account/write.ts'
import type { WrittenMessage } from '#server/deliveries/transport.ts'
import { invitationToken } from './invitation-token.ts'

const MAILS = {
  factor: {
    title: 'New sign-in method',
    paragraphs: [
      'A second step was set up for your sign-in to the operators’ console. This happened on {at}.',
      'Your other devices were signed out.',
      'If this wasn’t you, tell the platform’s other operators straight away.',
    ],
    action: { label: 'Open the console', path: '/console' },
  },
  joined: {
    title: 'New operator: {about}',
    paragraphs: [
      '{about} accepted an invitation on {at} and can now see every club.',
      'If you don’t know why, talk to the platform’s other operators straight away.',
    ],
    action: { label: 'Open the console', path: '/console/log' },
  },
  invitation: {
    title: 'You are invited to run this platform',
    paragraphs: [
      'You are invited to be an operator: to add clubs, and to close and reopen them.',
      'Open the link to choose a password. It works once, for 24 hours. You then set up a second step.',
      'If you weren’t expecting this, don’t open the link.',
    ],
    action: { label: 'Accept the invitation', path: '/console/invitation/{token}' },
  },
} as const

const DEFAULT_COLOUR = '#01579b'

export type OperatorMail = {
  to: string
  kind: keyof typeof MAILS
  happened_at: Date
  invitation: string | null
  /** The other operator whom the mail is about. */
  about: string | null
}

/** Formats an instant in UTC: operators share no site's zone. */
const inUtc = (at: Date) => `${at.toISOString().slice(0, 16).replace('T', ' ')} UTC`

/** Renders a mail of the platform, without the name of a club or person. */
export function writeOperatorMail(
  { to, kind, happened_at, invitation, about }: OperatorMail,
  { origin, contact_email, secret }: { origin: string; contact_email: string; secret: string },
): WrittenMessage {
  const { title, paragraphs, action } = MAILS[kind]
  const fill = (text: string) =>
    text
      .replace('{at}', inUtc(happened_at))
      .replace('{about}', () => about ?? '')
      .replace('{token}', () => (invitation ? invitationToken(secret, invitation) : ''))
  return writeNotice({
    kind: kind === 'factor' ? 'account.factor' : 'account.operator',
    site: { name: 'Watchbill', locale: 'en-GB', logo: null, color: DEFAULT_COLOUR, contact_name: '', contact_email },
    origin,
    person: { name: '', email: to },
    title: fill(title),
    paragraphs: paragraphs.map(fill),
    action: { label: action.label, url: `${origin}${fill(action.path)}` },
  })
}
