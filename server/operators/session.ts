import { sql } from 'kysely'
import { type FactorParts, inIdentity } from '#server/accounts/factors/parts.ts'
import type { Device } from '#server/accounts/sessions/sessions.ts'
import { checkTokenFormat, mintToken } from '#server/accounts/sessions/tokens.ts'
import { cutText } from '#server/engine/kernel/cut-text.pure.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import { PLATFORM } from '#server/engine/tenancy/site.ts'
import { recordAct } from './acts.ts'
import { ABSOLUTE_MINUTES, IDLE_MINUTES, type Operator } from './contract.ts'

type Parts = Pick<FactorParts, 'authPool' | 'clock'>

const minutes = (n: number) => n * 60_000

/** Minimum interval between two recorded uses of a session. */
const TOUCH_MS = minutes(1)

/** Opens a session of an operator who passed both steps. @returns its cookie, of which only a hash is stored. */
export const openOperatorSession = (
  parts: Parts,
  { account, epoch }: { account: number; epoch: number },
  device: Device,
): Promise<string> =>
  inIdentity(parts, 'write', async (db) => {
    const token = mintToken('cookie', PLATFORM)
    const now = parts.clock.now()
    await db
      .deleteFrom('operator_sessions')
      .where('created_at', '<', new Date(now.getTime() - 2 * minutes(ABSOLUTE_MINUTES)))
      .execute()
    await db
      .insertInto('operator_sessions')
      .values({
        account_id: account,
        token_hash: hashSecret(token),
        auth_epoch: epoch,
        created_at: now,
        last_seen_at: now,
        ip: device.ip,
        user_agent: device.user_agent === null ? null : cutText(device.user_agent, 300),
      })
      .execute()
    await recordAct(db, { at: now, account, action: 'operator.sign_in', ip: device.ip })
    return token
  })

/**
 * Finds the operator of a cookie. One query joins session, right and account, so that a sign-out, a removed right or a
 * changed factor takes effect on this request. Rejects the cookies of sites.
 */
export async function findOperatorByCookie(parts: Parts, token: string): Promise<Operator | null> {
  if (!checkTokenFormat(token, 'cookie', PLATFORM).ok) return null
  const now = parts.clock.now()
  const row = await inIdentity(parts, 'read', (db) =>
    db
      .selectFrom('operator_sessions as s')
      .innerJoin('operators as o', 'o.account_id', 's.account_id')
      .innerJoin('accounts as a', 'a.id', 's.account_id')
      .select(['s.id as session', 's.account_id as account', 'a.email', 's.last_seen_at'])
      .whereRef('s.auth_epoch', '=', 'a.auth_epoch')
      .where('s.token_hash', '=', hashSecret(token))
      .where('s.revoked_at', 'is', null)
      .where('s.last_seen_at', '>', new Date(now.getTime() - minutes(IDLE_MINUTES)))
      .where('s.created_at', '>', new Date(now.getTime() - minutes(ABSOLUTE_MINUTES)))
      .executeTakeFirst(),
  )
  if (!row) return null
  const { last_seen_at, ...operator } = row
  if (now.getTime() - last_seen_at.getTime() > TOUCH_MS)
    await inIdentity(parts, 'write', (db) =>
      db.updateTable('operator_sessions').set({ last_seen_at: now }).where('id', '=', row.session).execute(),
    )
  return operator
}

/** Signs out of the console, and ends what the operator has entered from there. */
export const endOperatorSession = (parts: Parts, { session, account }: Operator, device: Device): Promise<void> =>
  inIdentity(parts, 'write', async (db) => {
    const now = parts.clock.now()
    await db.updateTable('operator_sessions').set({ revoked_at: now }).where('id', '=', session).execute()
    await sql`select core.end_entries(${session}, null, ${now})`.execute(db)
    await recordAct(db, { at: now, account, action: 'operator.sign_out', ip: device.ip })
  })
