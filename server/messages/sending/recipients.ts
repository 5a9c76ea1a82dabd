import { type RawBuilder, sql } from 'kysely'
import { refuseWhileImpersonating } from '#server/accounts/sessions/session-commands.ts'
import type { DeliveryState } from '#server/deliveries/contract.ts'
import { deliveryWords } from '#server/deliveries/words.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { csvLine } from '#server/engine/collections/csv.ts'
import { ZONE_COLUMN } from '#server/engine/collections/csv-columns.ts'
import { instantText, wallClockSql } from '#server/engine/kernel/db/instant-sql.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import type { Recipient, RecipientList, RecipientsQuery } from './contract.ts'
import { ofMessage } from './store.ts'

type Row = Omit<Recipient, 'words'> & { channel: 'email' | 'sms'; refused: boolean; held: boolean; timezone: string }

const AT = `case when d.state = 'queued' then greatest(d.due_at, d.retry_at) when d.state in ('delivered', 'bounced', 'complained') then coalesce(d.event_at, d.sent_at, d.updated_at)
  else coalesce(d.sent_at, d.updated_at) end`

/** `at` is SQL for the instant `AT`. Shows the address used; the current one for people who did not get it. */
const selectRecipients = (
  id: number,
  state: DeliveryState | undefined,
  { page, at }: { page: RawBuilder<unknown>; at: RawBuilder<string> },
) => sql<Row>`
  select d.id, d.person, p.name, d.channel, d.state, d.reason, d.error is not null as refused, d.lane = 'held' as held, ${at} as at, t.timezone,
    coalesce(nullif(d.facts ->> 'address', ''), case when d.channel = 'email' then p.email else coalesce(p.phone, '') end) as address
  from deliveries d join people p on p.site_id = d.site_id and p.id = d.person join sites t on t.id = d.site_id
  where ${ofMessage(id)} and (${state ?? null}::text is null or d.state = ${state ?? null})
  order by p.name_lower, d.id ${page}`

const withWords = ({ channel, refused, held, timezone: _, ...row }: Row): Recipient => ({
  ...row,
  words: deliveryWords({ channel, state: row.state, reason: row.reason, wasRefused: refused, isHeld: held }),
})

async function requireMessage({ db }: Pick<Ctx, 'db'>, id: number): Promise<void> {
  const { rows } = await sql`select from messages where id = ${id}`.execute(db)
  if (!rows.length) throw notFound()
}

/**
 * Lists a message's recipients by name, including exclusions. Empty before sending.
 * @throws DomainError 'not_found'.
 */
export async function listRecipients(
  ctx: Pick<Ctx, 'db'>,
  id: number,
  { state, limit, offset }: RecipientsQuery,
): Promise<RecipientList> {
  await requireMessage(ctx, id)
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::integer as count from deliveries d
    where ${ofMessage(id)} and (${state ?? null}::text is null or d.state = ${state ?? null})`.execute(ctx.db)
  const { rows } = await selectRecipients(id, state, {
    page: sql`limit ${limit} offset ${offset}`,
    at: instantText(`(${AT})`),
  }).execute(ctx.db)
  return {
    count: counted[0]?.count ?? 0,
    order: rows.map((row) => row.id),
    results: { recipients: Object.fromEntries(rows.map((row) => [row.id, withWords(row)])) },
  }
}

const COLUMNS = ['person', 'name', 'address', 'state', 'reason', 'words', 'at', ZONE_COLUMN] as const

/** Site time, as in every CSV file. */
const WALL = sql.raw<string>(wallClockSql(`(${AT})`, 't.timezone'))

/**
 * Exports a message's recipients as CSV in site time, and records that in the audit log.
 * @throws DomainError 'not_found'.
 */
export async function exportRecipients(
  ctx: Ctx,
  id: number,
  { state }: Pick<RecipientsQuery, 'state'>,
): Promise<string> {
  refuseWhileImpersonating(ctx)
  await requireMessage(ctx, id)
  const { rows } = await selectRecipients(id, state, { page: sql``, at: WALL }).execute(ctx.db)
  await audit(ctx, {
    action: 'messages.export',
    subject: 'messages',
    subject_id: id,
    details: { count: rows.length },
  })
  const isText = COLUMNS.map((name) => name !== 'person' && name !== 'at' && name !== ZONE_COLUMN)
  const lines = rows
    .map((row) => ({ ...withWords(row), [ZONE_COLUMN]: row.timezone }))
    .map((row) =>
      csvLine(
        COLUMNS.map((name) => String(row[name] ?? '')),
        isText,
      ),
    )
  return `\ufeff${COLUMNS.join(',')}\r\n${lines.join('')}`
}
