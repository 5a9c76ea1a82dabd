import { sql } from 'kysely'
import { type FactorParts, inIdentity } from '#server/accounts/factors/parts.ts'
import type { AccountParts } from '#server/accounts/parts.ts'
import { queueNotices } from '#server/deliveries/account-notices.ts'
import type { SiteId } from '#server/tenancy/site.ts'

export type TellParts = Pick<FactorParts, 'authPool' | 'clock'> & Pick<AccountParts, 'withSite' | 'wake'>

/**
 * Tells an operator by mail, at the address that they sign in with, that a second step was set up (security.md §1; ASVS
 * V6.3.7). Mails leave by a club, so that an operator who belongs to none has only the line in the operators' log.
 */
export async function tellOfFactor(parts: TellParts, { account, email }: { account: number; email: string }) {
  const { authPool, clock, withSite, wake } = parts
  const { rows } = await inIdentity({ authPool }, 'read', (db) =>
    sql<{ site_id: SiteId; person: number }>`select site_id, person from identity.place_of(${account})`.execute(db),
  )
  const [place] = rows
  if (!place) return
  await withSite(
    place.site_id,
    (db) =>
      queueNotices(
        { db, clock, wake: () => {} },
        {
          kind: 'account.factor',
          person: place.person,
          to: email,
          title: 'New sign-in method',
          paragraphs: [
            'A second step was set up for your sign-in, at the console of the platform. This was on {at}.',
            'Your other devices were signed out.',
            'If this was not you, change your password and tell the platform’s other operators at once.',
          ],
          times: { at: clock.now().toISOString() },
          action: { label: 'Review your sign-in', path: '/profile/security' },
        },
      ),
    { access: 'write' },
  )
  wake('deliveries.send')
}
