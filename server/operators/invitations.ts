import { sql } from 'kysely'
import { type FactorParts, inIdentity } from '#server/accounts/factors/parts.ts'
import { passwordProblem } from '#server/accounts/password-rules.ts'
import type { Device } from '#server/accounts/sessions/sessions.ts'
import type { Passwords } from '#server/accounts/sign-in/password.ts'
import type { Limits } from '#server/engine/access/limits/limits.ts'
import { invalid, notFound } from '#server/engine/kernel/errors.ts'
import { PLATFORM } from '#server/engine/tenancy/site.ts'
import { recordAct } from './acts.ts'
import { readInvitationToken } from './invitation-token.ts'
import { queueOperatorMail } from './mails.ts'

type InvitationParts = FactorParts & { passwords: Passwords; limits: Limits }

const invitationNotFound = () => notFound('This invitation has expired, has been used or was replaced by a later one.')

/** Finds an invitation's recipient; changes nothing. @throws DomainError 'not_found', 'throttled'. */
export async function findInvitation(
  parts: InvitationParts,
  token: string,
  device: Device,
): Promise<{ email: string }> {
  await parts.limits.take('reset_token', { site: PLATFORM, ip: device.ip })
  const id = readInvitationToken(parts.secret, token)
  const row = id && (await inIdentity(parts, 'read', (db) => openInvitation(parts, db, id)))
  if (!row) throw invitationNotFound()
  return row
}

const openInvitation = ({ clock }: InvitationParts, db: Parameters<Parameters<typeof inIdentity>[2]>[0], id: string) =>
  db
    .selectFrom('operator_invitations')
    .select('email')
    .where('id', '=', id)
    .where('expires_at', '>', clock.now())
    .executeTakeFirst()

/**
 * Makes the owner of the invited address an operator with a new password, and notifies the other operators. The link
 * confirms the address and voids the account's earlier password and sessions. Signing in still asks for a second step.
 * @throws DomainError 'invalid' under `password`, 'not_found' for a link that no longer works, 'throttled'.
 */
export async function acceptInvitation(
  parts: InvitationParts,
  { token, password }: { token: string; password: string },
  device: Device,
): Promise<void> {
  const { email } = await findInvitation(parts, token, device)
  const problem = passwordProblem(password, { site: 'Watchbill', email })
  if (problem) throw invalid({ password: [problem] })
  const hash = await parts.passwords.hash(password)
  const at = parts.clock.now()
  await inIdentity(parts, 'write', async (db) => {
    const { rows } = await sql<{ account: number | null }>`
      select identity.accept_invitation(${readInvitationToken(parts.secret, token)}, ${hash}, ${at}) as account`.execute(
      db,
    )
    const account = rows[0]?.account ?? null
    if (account === null) throw invitationNotFound()
    await recordAct(db, { at, account, action: 'operator.accept', ip: device.ip })
    const others = await db
      .selectFrom('operators as o')
      .innerJoin('accounts as a', 'a.id', 'o.account_id')
      .select('a.email')
      .where('o.account_id', '<>', account)
      .execute()
    for (const other of others) await queueOperatorMail(db, { to: other.email, kind: 'joined', at, about: email })
  })
}
