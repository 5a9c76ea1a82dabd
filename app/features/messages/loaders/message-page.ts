import { idFrom } from '#app/http/parse.ts'
import { type ScreenRequest, screen } from '#app/http/screen.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { dayOf } from '#server/engine/kernel/days/rules.ts'
import { notFound } from '#server/engine/kernel/errors.ts'
import { audienceSchema } from '#server/messages/audience/contract.ts'
import { firstAudiences } from '#server/messages/audience/first-audiences.ts'
import { referencesOf } from '#server/messages/audience/rules.ts'
import { originSchema } from '#server/messages/contract.ts'
import { readWrittenText } from '#server/messages/sending/written-text.ts'
import { type DraftFields, kindsOf, type MessageKind } from '../draft-state.ts'
import type { MessageData, StoredMessage } from '../message-data.ts'
import { ORIGIN_TABLES } from '../origin-link.ts'
import type { Names } from '../who/rule-text.ts'

type Engine = ScreenRequest['app']['collections']

export const messagePage = (kind: MessageKind) =>
  screen<MessageData>({
    requires: 'admin',
    load: async (ctx, { params, url, app }) => {
      const engine = app.collections
      const now = ctx.clock.now().toISOString()
      const club = {
        first: firstAudiences(dayOf(ctx.clock.now(), ctx.site.timezone)),
        has_roles: (await ctx.db.selectFrom('roles').select('id').limit(1).execute()).length > 0,
      }
      if (params.pk === undefined) {
        const initial = {
          ...begunWith(url.searchParams),
          ...(await templateIn(ctx, engine, kind, url.searchParams.get('template'))),
        }
        return { kind, now, ...club, message: null, initial, names: await namesIn(ctx, engine, initial) }
      }
      const id = idFrom(params.pk)
      const message = await engine.readOne<StoredMessage>(ctx, 'messages', id, { withVersions: true })
      if (!kindsOf(message).includes(kind)) throw notFound()
      const names = await namesIn(ctx, engine, message, [message.created_by, message.sent_by, message.paused_by])
      if (message.status === 'draft') return { kind, now, ...club, message, initial: {}, names }
      const { written } = await readWrittenText(ctx, id)
      const text = message.also_sms ? await textOf(engine, ctx, id) : undefined
      return { kind, now, ...club, message, written, text, initial: {}, names }
    },
  })

async function textOf(engine: Engine, ctx: Ctx, email: number) {
  const { rows } = await engine.readPage<StoredMessage>(ctx, 'messages', { same_as__eq: String(email), limit: '1' })
  return rows[0]
}

/** Initial content of a new message from the URL; ignores invalid parts. */
function begunWith(search: URLSearchParams): MessageData['initial'] {
  const audience = audienceSchema.safeParse(jsonIn(search, 'audience'))
  const origin = originSchema.safeParse(jsonIn(search, 'origin'))
  return { ...(audience.success && { audience: audience.data }), ...(origin.success && { origin: origin.data }) }
}

async function templateIn(
  ctx: Ctx,
  engine: Engine,
  kind: MessageKind,
  id: string | null,
): Promise<MessageData['initial']> {
  if (!/^\d{1,15}$/.test(id ?? '')) return {}
  const { rows } = await engine.readPage<Pick<DraftFields, 'subject' | 'body'> & { id: number }>(
    ctx,
    'messagetemplates',
    { id__eq: id ?? '', kind, limit: '1' },
  )
  const [template] = rows
  return template ? { template: template.id, subject: template.subject, body: template.body } : {}
}

const MAX_TEXT = 20_000

function jsonIn(search: URLSearchParams, name: string): unknown {
  const text = search.get(name) ?? ''
  if (text.length > MAX_TEXT) return undefined
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/** Reads the display names of the records in an audience and its origin, one query per collection. */
async function namesIn(
  ctx: Ctx,
  engine: Engine,
  { audience = {}, origin = null }: Partial<Pick<DraftFields, 'audience' | 'origin'>>,
  people: readonly (number | null)[] = [],
): Promise<Names> {
  const wanted = new Map<string, Set<number>>()
  const begunAt = origin?.id === undefined ? undefined : ORIGIN_TABLES[origin.kind]
  const references = [
    ...referencesOf(audience),
    ...people.map((id) => ({ table: 'people', id })),
    ...(begunAt && origin?.id ? [{ table: begunAt, id: origin.id }] : []),
  ]
  for (const { table, id } of references) {
    if (id !== null) wanted.set(table, (wanted.get(table) ?? new Set()).add(id))
  }
  const names: Record<string, Record<string, string>> = {}
  for (const [table, ids] of wanted) {
    const options = await engine.options(ctx, table, { selected: [...ids], limit: 0 })
    names[table] = Object.fromEntries(options.map(({ id, label }) => [id, label]))
  }
  return names
}
