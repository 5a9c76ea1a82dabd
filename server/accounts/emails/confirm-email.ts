import { sql } from 'kysely'
import * as z from 'zod'
import { queueNotices } from '#server/deliveries/account-notices.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { findAddressLink, type PendingLink, redeemAddressLink } from '../address-link.ts'
import { hasOwnerSignedIn, isAddressConfirmed } from '../confirmed-address.ts'
import { passwordField } from '../contract.ts'
import { endAccountSessions } from '../sessions/session-commands.ts'
import type { Device } from '../sessions/sessions.ts'
import type { AccountParts } from '../sign-in/parts.ts'
import { confirmPassword } from '../sign-in/reauth.ts'
import { EMAIL_TAKEN } from './own-email.ts'

export const confirmInput = z.object({ password: passwordField.optional() })

/**
 * `change`: a new address; `first`: first confirmation; `joined`: replaced by the account that the owner already had.
 */
export type EmailConfirmation = { email: string; what: 'change' | 'first' | 'joined' }

/** Reads what a link would confirm, and whether its person is signed in here. @throws DomainError 'not_found'. */
export async function findPendingEmail(
  db: SiteDb,
  token: string,
  actor: Actor,
  now: Date,
): Promise<{ email: string; first: boolean; own: boolean }> {
  const link = await findAddressLink(db, token, now)
  return { email: link.email, first: link.email === link.former, own: await isOwnLink(db, actor, link) }
}

/**
 * Whether the link's own person is signed in, other than by a provider: with something that a stranger who created the
 * account would have to know.
 */
async function isOwnLink(db: SiteDb, actor: Actor, link: PendingLink): Promise<boolean> {
  if (actor.kind !== 'person' || actor.impersonator !== null) return false
  if (actor.person.id !== link.person || actor.person.account_id !== link.account_id) return false
  return hasOwnerSignedIn(db, actor.session)
}

/**
 * Confirms the address of a link. Its user must also be signed in or know the account's password: otherwise they might
 * confirm their address for a stranger's account. The first confirmation removes what was set up before; a new address
 * replaces the old one at every site. Ends all other sessions.
 * @throws DomainError 'not_found' for a link that no longer works; 'invalid' under `password`, or under `email` when
 * the address has been taken; 'throttled'.
 */
export async function confirmEmail(
  parts: AccountParts,
  site: Site,
  { token, password, actor }: { token: string; password?: string | undefined; actor: Actor },
  device: Device,
): Promise<EmailConfirmation> {
  const { link, own } = await parts.withSite(site.id, async (db) => {
    const found = await findAddressLink(db, token, parts.clock.now())
    return { link: found, own: await isOwnLink(db, actor, found) }
  })
  if (!own) {
    if (!password) throw invalid({ password: ['Required.'] })
    await confirmPassword(parts, { site }, link.account_id, password, device)
  }
  const keep = own && actor.kind === 'person' ? { site: site.id, session: actor.session } : undefined
  const confirmed = await parts.withSite(site.id, (db) => proveAddress({ ...parts, db, site, actor }, link, keep), {
    access: 'write',
  })
  parts.wake('deliveries.send')
  return confirmed
}

type KeptSession = { site: number; session: number } | undefined
type ProveCtx = Pick<AccountParts, 'clock'> & { db: SiteDb; site: Site; actor: Actor }

async function proveAddress(ctx: ProveCtx, link: PendingLink, keep: KeptSession): Promise<EmailConfirmation> {
  await redeemAddressLink(ctx.db, link)
  return (await isAddressConfirmed(ctx.db, link.account_id))
    ? changeAddress(ctx, link, keep)
    : proveFirstAddress(ctx, link, keep)
}

async function proveFirstAddress(ctx: ProveCtx, link: PendingLink, keep: KeptSession): Promise<EmailConfirmation> {
  if (link.email !== link.former) throw notFound('This link has expired or was already used.')
  const { rows } = await sql<{ owner: number | null }>`
    select identity.prove_address(${link.account_id}, 'link', ${keep?.site ?? 0}, ${keep?.session ?? 0}, ${ctx.clock.now()}) as owner`.execute(
    ctx.db,
  )
  await audit(ctx, { action: 'email.prove', subject: 'people', subject_id: link.person })
  return { email: link.email, what: rows[0]?.owner === link.account_id ? 'first' : 'joined' }
}

async function changeAddress(ctx: ProveCtx, link: PendingLink, keep: KeptSession): Promise<EmailConfirmation> {
  const now = ctx.clock.now()
  const { rows } = await sql<{ changed: boolean }>`
    select identity.change_address(${link.account_id}, ${link.email}, ${ctx.site.id}, ${now}) as changed`.execute(
    ctx.db,
  )
  if (!rows[0]?.changed) throw invalid({ email: [EMAIL_TAKEN] })
  const ended = await endAccountSessions(ctx.db, link.account_id, now, keep)
  await audit(ctx, { action: 'email.change', subject: 'people', subject_id: link.person, details: { ended } })
  const notice = { kind: 'account.email_changed', person: link.person, times: { at: now.toISOString() } } as const
  await queueNotices(
    { ...ctx, wake: () => {} },
    {
      ...notice,
      to: link.former,
      title: 'Your email was changed',
      paragraphs: [
        `On {at} your account at ${ctx.site.name} has a new email, and this address is no longer used.`,
        'If this was not you, please tell the club straight away.',
      ],
    },
    {
      ...notice,
      title: 'This is now your email',
      paragraphs: [
        `On {at} this address became the email for your account. Sign in with it at ${ctx.site.name} from now on.`,
        'Your other devices were signed out.',
      ],
      action: { label: 'Review your sign-in', path: '/profile/security' },
    },
  )
  return { email: link.email, what: 'change' }
}
