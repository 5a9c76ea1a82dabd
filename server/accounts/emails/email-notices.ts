import { CONFIRM_PATH, type LinkNotice } from '../address-link.ts'

type NewEmail = { person: number; email: string; notice: LinkNotice }

/** @param site the club's name. */
export const newEmailNotice = (site: string, { person, email, notice }: NewEmail) => ({
  kind: 'account.email_confirm' as const,
  person,
  to: email,
  title: 'Confirm your new email',
  paragraphs: [
    `You asked to use this address to sign in at ${site} from now on.`,
    'The link works once, until {until}.',
    'If it wasn’t you, don’t open the link and nothing will change.',
  ],
  action: { label: 'Confirm this email', path: CONFIRM_PATH },
  ...notice,
})
