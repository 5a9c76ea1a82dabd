import { sql } from 'kysely'
import type { Ctx } from '#server/engine/access/context.ts'
import type { SendVerdict } from './rules.ts'
import type { NoticeFacts } from './transport.ts'
import { nextDueTime } from './undo-window.ts'

export type AccountNotice = NoticeFacts & {
  kind: `account.${string}`
  person: number
  channel?: 'email' | 'sms'
  /** `bulk` for mass notices, sent after all other messages; default `security`. */
  lane?: 'security' | 'bulk'
  /** Not sent after this instant, e.g. when its link has expired. */
  useful_until?: Date
}

/**
 * Queues account messages in the transaction of their cause, ahead of other lanes by default; messages about undoable
 * actions wait as `ctx.notices` says. Stores the content without secrets, which are derived on writing (`derive`).
 */
export async function queueNotices(
  ctx: Pick<Ctx, 'db' | 'clock' | 'wake' | 'notices'>,
  ...notices: readonly AccountNotice[]
): Promise<void> {
  if (!notices.length) return
  const rows = notices.map(({ kind, person, channel = 'email', lane = 'security', useful_until, ...facts }) => ({
    kind,
    person,
    channel,
    lane,
    useful_until: useful_until?.toISOString() ?? null,
    facts: { ...facts, useful_until: useful_until?.toISOString() },
  }))
  const queued = await sql<{ id: number }>`
    insert into deliveries (person, kind, channel, lane, due_at, useful_until, facts)
    select person, kind, channel, lane, ${nextDueTime(ctx)}, useful_until, facts
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (person bigint, kind text, channel text, lane text, useful_until timestamptz, facts jsonb)
    returning id`.execute(ctx.db)
  ctx.notices?.queued?.(queued.rows.map(({ id }) => id))
  ctx.wake('deliveries.send')
}

export const withdrawNotices = (ctx: Pick<Ctx, 'db'>, kind: AccountNotice['kind'], people: readonly number[]) =>
  sql`update deliveries set state = 'cancelled', reason = 'unchanged', updated_at = clock_timestamp()
    where kind = ${kind} and state = 'queued' and person = any (${people}::bigint[])`.execute(ctx.db)

export const INVITATION = 'account.invitation'

/** Last mail to an erased person: the row itself holds the address. */
export const FAREWELL = 'account.erased'

export const isAccountKind = (kind: string): kind is `account.${string}` => kind.startsWith('account.')

type Receiver = {
  is_active: boolean
  erased: boolean
  email: string
  phone: string | null
  email_blocked: string | null
  sms_blocked: boolean
}

/** Decides whether an account message may still be sent. Preferences and quiet hours do not apply. */
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
  if (kind === INVITATION && !person.is_active) return drop('cancelled', 'inactive')
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
