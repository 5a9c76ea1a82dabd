import { type AccountNotice, INVITATION, queueNotices, withdrawNotices } from '#server/deliveries/account-notices.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { AccountParts } from '../sign-in/parts.ts'
import { createLinks, expiryAt, lockInvitations, PURPOSE } from './commands.ts'

type Parts = Pick<AccountParts, 'authPool' | 'withSite' | 'clock' | 'wake' | 'secret'>

const MAX_INVITED = 10

/**
 * Invites the active admins of a site who have never signed in, in the product's name: a new club has no one else to do
 * it. Replaces earlier links.
 * @returns how many were invited; excludes those who got five today or whose account has another address now.
 */
export async function inviteFirstAdmins(parts: Parts, site: Pick<Site, 'id' | 'name'>): Promise<number> {
  const { clock, withSite, wake } = parts
  const invited = await withSite(
    site.id,
    async (db) => {
      await lockInvitations(db, site)
      const admins = await db
        .selectFrom('people')
        .select(['id', 'email', 'account_id as account'])
        .where('role', '=', 'admin')
        .where('is_active', '=', true)
        .where('email', '<>', '')
        .where('last_login', 'is', null)
        .orderBy('id')
        .limit(MAX_INVITED)
        .execute()
      const links = await createLinks(
        { clock, site },
        parts,
        admins.map((admin) => ({ ...admin, refusal: null })),
      )
      const sent = [...links].flatMap(([person, link]) => (typeof link === 'object' ? [{ person, id: link.id }] : []))
      const people = sent.map(({ person }) => person)
      await withdrawNotices({ db }, INVITATION, people)
      await audit(
        { db, actor: { kind: 'system', name: 'platform' }, clock },
        ...people.map((subject_id) => ({ action: 'people.invite', subject: 'people', subject_id })),
      )
      const expires_at = expiryAt(clock.now())
      const notices = sent.map(({ person, id }) => firstAdminNotice(site, person, id, expires_at))
      await queueNotices({ db, clock, wake: () => {} }, ...notices)
      return people.length
    },
    { access: 'write' },
  )
  if (invited) wake('deliveries.send')
  return invited
}

const firstAdminNotice = (site: Pick<Site, 'name'>, person: number, id: string, expires_at: Date): AccountNotice => ({
  kind: INVITATION,
  person,
  title: `Set up ${site.name} on Watchbill`,
  paragraphs: [
    `${site.name} is now on Watchbill, where it plans its shifts and reminds its volunteers of them. You are its first admin, so set a password and sign in. Your first roster is then three steps away.`,
    '1. Make it yours: a logo, a colour, and a contact for members.',
    '2. Add your people, one by one or from a file.',
    '3. Add the first event with its shifts, and publish its roster. Members then see it and get reminders.',
    'The link works once, until {until}. After that, “Forgot Password” on the sign-in page sends another.',
    'If you already sign in with this address at another club here, sign in with that password instead, because a new one would replace it there as well.',
    'If you don’t know this club, you don’t need to do anything.',
  ],
  times: { until: expires_at.toISOString() },
  action: { label: 'Set a password and sign in', path: '/password/reset/{token}?invited' },
  derive: { purpose: PURPOSE, id },
  useful_until: expires_at,
})
