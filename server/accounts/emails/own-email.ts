import * as z from 'zod'
import { queueNotices } from '#server/deliveries/account-notices.ts'
import { audit } from '#server/engine/access/audit.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { invalid } from '#server/engine/kernel/errors.ts'
import { addAddressLink, CONFIRM_PATH } from '../address-link.ts'
import { isAddressConfirmed } from '../confirmed-address.ts'
import { emailField, passwordField } from '../contract.ts'
import { findAccount } from '../find-account.ts'
import type { OwnAccount } from '../passwords/own-password.ts'
import { refuseWhileImpersonating } from '../sessions/session-commands.ts'
import type { Device } from '../sessions/sessions.ts'
import { confirmPassword } from '../sign-in/reauth.ts'
import type { ProofParts } from '../sign-in/verify-password.ts'
import { newEmailNotice } from './email-notices.ts'

export const ownEmailChange = z.object({ email: emailField, password: passwordField })
export type OwnEmailChange = z.infer<typeof ownEmailChange>

export const EMAIL_TAKEN = 'This email belongs to another account.'

/**
 * Requests another sign-in email: sends a confirmation link to the new address and notifies the present one. Nothing
 * changes before the link is used. A new request replaces the earlier one; ending the account's sessions ends it, too.
 * @throws DomainError 'invalid' under `email` (also while the present one is unconfirmed) or `password`, 'throttled',
 * 'forbidden' while impersonating.
 */
export async function requestEmailChange(
  parts: ProofParts,
  { who, account, inSite }: OwnAccount,
  { email, password }: OwnEmailChange,
  device: Device,
): Promise<void> {
  const person = requirePerson(who.actor)
  refuseWhileImpersonating(who)
  await parts.limits.take('change_email', { site: who.site.id, person })
  const epoch = await confirmPassword(parts, who, account, password, device)
  if (!(await inSite(({ db }) => isAddressConfirmed(db, account))))
    throw invalid({ email: ['Confirm your current email first. We can send you a link again.'] })
  const holder = await findAccount(parts, who.site, email)
  if (holder?.id === account) throw invalid({ email: ['This is already your email.'] })
  if (holder?.proved && !who.site.hide_account_existence) throw invalid({ email: [EMAIL_TAKEN] })
  await inSite(async (ctx) => {
    const { notice } = await addAddressLink({ ...ctx, secret: parts.secret }, ctx.db, { person, account, email, epoch })
    await audit(ctx, { action: 'email.change_requested', subject: 'people', subject_id: person })
    await queueNotices(ctx, newEmailNotice(ctx.site.name, { person, email, notice }), {
      kind: 'account.email_change_requested',
      person,
      title: 'Someone asked to change your email',
      paragraphs: [
        `On {at} another email was entered for your account at ${ctx.site.name}. It takes effect as soon as it is confirmed there.`,
        'If this was not you, change your password now. That also ends this request.',
      ],
      times: { at: ctx.clock.now().toISOString() },
      action: { label: 'Open your profile', path: '/profile/info' },
    })
  })
}

/**
 * Sends the acting person a link that confirms their present email; replaces an earlier link.
 * @throws DomainError 'invalid' under `email` when already confirmed, 'throttled', 'forbidden' while impersonating.
 */
export async function sendConfirmation(
  parts: Pick<ProofParts, 'limits' | 'secret'>,
  { who, account, inSite }: OwnAccount,
): Promise<{ email: string }> {
  const person = requirePerson(who.actor)
  refuseWhileImpersonating(who)
  await parts.limits.take('change_email', { site: who.site.id, person })
  return inSite(async (ctx) => {
    const { email } = await ctx.db
      .selectFrom('people')
      .select('email')
      .where('id', '=', person)
      .executeTakeFirstOrThrow()
    if (await isAddressConfirmed(ctx.db, account)) throw invalid({ email: ['Your email is already confirmed.'] })
    const { notice } = await addAddressLink({ ...ctx, secret: parts.secret }, ctx.db, { person, account, email })
    await queueNotices(ctx, {
      kind: 'account.email_confirm',
      person,
      title: 'Confirm your email',
      paragraphs: [
        `Please confirm that this is your address at ${ctx.site.name}.`,
        'The link works once, until {until}.',
        'If you didn’t ask for this, don’t open the link. Please let the club know by replying to this email.',
      ],
      action: { label: 'Confirm this email', path: CONFIRM_PATH },
      ...notice,
    })
    await audit(ctx, { action: 'email.confirm_requested', subject: 'people', subject_id: person })
    return { email }
  })
}
