import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import { nextDueTime } from './notices.ts'
import type { SendVerdict } from './rules.ts'
import type { NoticeFacts } from './transport.ts'

export type AccountNotice = NoticeFacts & {
  kind: `account.${string}`
  person: number
  channel?: 'email' | 'sms'
  /** Not sent after this instant: an expired link is useless. */
  useful_until?: Date
}

/**
 * Queues messages about somebody's account, ahead of everything else, in the transaction of what they tell; what can be
 * undone waits as `ctx.notices` says. What they carry is stored: a secret never is, it is derived when the message is written (`derive`).
 */
export async function queueNotices(
  ctx: Pick<Ctx, 'db' | 'clock' | 'wake' | 'notices'>,
  ...notices: readonly AccountNotice[]
): Promise<void> {
  if (!notices.length) return
  const rows = notices.map(({ kind, person, channel = 'email', useful_until, ...facts }) => ({
    kind,
    person,
    channel,
    useful_until: useful_until?.toISOString() ?? null,
    facts: { ...facts, useful_until: useful_until?.toISOString() },
  }))
  const queued = await sql<{ id: number }>`
    insert into deliveries (person, kind, channel, lane, due_at, useful_until, facts)
    select person, kind, channel, 'security', ${nextDueTime(ctx)}, useful_until, facts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (person bigint, kind text, channel text, useful_until timestamptz, facts jsonb)
    returning id`.execute(ctx.db)
  ctx.notices?.queued?.(queued.rows.map(({ id }) => id))
  ctx.wake('deliveries.send')
}

/** Cancels these people's unsent notices, because they are no longer true. */
export const withdrawNotices = (ctx: Pick<Ctx, 'db'>, kind: AccountNotice['kind'], people: readonly number[]) =>
  sql`update deliveries set state = 'cancelled', reason = 'unchanged', updated_at = clock_timestamp()
    where kind = ${kind} and state = 'queued' and person = any (${people}::bigint[])`.execute(ctx.db)

/** The last mail to somebody whose account was just erased: it goes to the address that the row itself holds. */
export const FAREWELL = 'account.erased'

export const isAccountKind = (kind: string): kind is `account.${string}` => kind.startsWith('account.')

type Receiver = {
  erased: boolean
  email: string
  phone: string | null
  email_blocked: string | null
  sms_blocked: boolean
}

/** Whether a message about an account may still leave. Nobody can turn them off, and they know no quiet hours. */
export function accountVerdict(
  {
    kind,
    channel,
    facts,
  }: {
    kind?: string
    channel: 'email' | 'sms'
    facts: Partial<NoticeFacts> & { useful_until?: string }
  },
  person: Receiver,
  site: { status: string; sms_enabled: boolean },
  now: Date,
): SendVerdict {
  const drop = (state: 'cancelled' | 'skipped', reason: string): SendVerdict => ({ kind: 'drop', state, reason })
  if (person.erased && kind !== FAREWELL) return drop('cancelled', 'inactive')
  if (site.status !== 'active') return drop('cancelled', 'site_closed')
  if (facts.useful_until && Date.parse(facts.useful_until) <= now.getTime()) return drop('skipped', 'late')
  if (channel === 'sms') {
    if (!site.sms_enabled) return drop('skipped', 'sms_off')
    if (!(facts.to ?? person.phone)) return drop('skipped', 'no_phone')
    return person.sms_blocked ? drop('skipped', 'stopped') : { kind: 'send' }
  }
  if (!(facts.to ?? person.email)) return drop('skipped', 'no_address')
  if (!facts.to && person.email_blocked === 'bounced') return drop('skipped', 'bounced')
  return { kind: 'send' }
}
