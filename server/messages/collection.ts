import { sql } from 'kysely'
import { fieldsProblem } from '#server/deliveries/texts/fields.pure.ts'
import { ownActor } from '#server/engine/access/actor.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { type Change, defineCollection, type Hooks, type Row } from '#server/engine/collections/define.ts'
import { addIssue } from '#server/engine/collections/issues.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { Audience } from './audience/contract.ts'
import { knownAudiences } from './audience/references.ts'
import { messages, type Origin } from './contract.ts'
import { requireSender } from './require-sender.ts'
import { readScheduledWith, type ScheduledWith } from './sending/still-so.ts'
import { countsOf } from './sending/store.ts'

const applyRules: Hooks['applyRules'] = async (ctx, changes) => {
  for (const { before, after, issues } of changes) {
    if (before && before.status !== 'draft' && before.status !== 'scheduled')
      addIssue(issues, 'non_field_errors', 'A message that was sent or cancelled cannot be changed.')
    if (!before) Object.assign(after, { status: 'draft', created_by: ownActor(ctx.actor) })
    else if (before.status === 'scheduled' && after.scheduled_for === null) after.status = 'draft'
    else if (before.status === 'scheduled') {
      requireSender(ctx)
      after.scheduled_with = {
        ...(await readScheduledWith(ctx.db, scheduledOf(after))),
        ...(after.also_sms ? textsOf(before) : {}),
      }
    }
    if (after.also_sms && after.kind !== 'email')
      addIssue(issues, 'also_sms', 'Only an email can be sent as a text too.')
    for (const field of ['subject', 'body']) {
      const problem = fieldsProblem(String(after[field] ?? ''), { buttons: field === 'body' })
      if (problem) addIssue(issues, field, problem)
    }
  }
  await checkFiles(ctx, changes)
  await checkAudiences(ctx, changes)
}

const textsOf = ({ scheduled_with }: Row) => {
  const texts = (scheduled_with as ScheduledWith | null)?.texts
  return texts === undefined ? {} : { texts }
}

const scheduledOf = ({ audience, origin, scheduled_for }: Row) => ({
  audience: audience as Audience,
  origin: origin as Origin | null,
  scheduled_for: new Date(String(scheduled_for)),
})

/** Refuses to turn an email with files into a text, which would not send them. */
async function checkFiles(ctx: Ctx, changes: readonly Change[]): Promise<void> {
  const turned = changes.filter(({ before, after }) => before?.kind === 'email' && after.kind === 'sms')
  if (!turned.length) return
  const ids = turned.map(({ before }) => Number(before?.id))
  const { rows } = await sql<{ id: number }>`
    select id from messages where id = any (${ids}::bigint[]) and attachments <> '[]'`.execute(ctx.db)
  const withFiles = new Set(rows.map(({ id }) => id))
  for (const { before, issues } of turned)
    if (withFiles.has(Number(before?.id))) addIssue(issues, 'kind', 'A text has no files. Remove them first.')
}

/** Checks that all records of an audience belong to this site. */
async function checkAudiences(ctx: Ctx, changes: readonly Change[]): Promise<void> {
  const given = changes.filter(({ given }) => given.audience !== undefined)
  const known = await knownAudiences(
    ctx.db,
    given.map(({ given }) => given.audience as Audience),
  )
  for (const [i, { issues }] of given.entries()) if (!known[i]) addIssue(issues, 'audience', 'Not found.')
}

/** Stopped messages stay too, since some people may have got them. */
const beforeRemove: Hooks['beforeRemove'] = (_ctx, { status, started_at }) => {
  if (status === 'sending' || status === 'sent' || started_at !== null)
    throw new DomainError('conflict', 'A message that was sent stays in the history.')
}

const ends: Hooks['ends'] = ({ status }) => (status === 'scheduled' ? { scheduled_sendings: 1 } : {})

export const messagesCollection = defineCollection(messages, {
  computed: {
    attachments: ({ t }) =>
      `(select coalesce(jsonb_agg(f - 'key' order by n), '[]') from jsonb_array_elements(${t}.attachments) with ordinality as files (f, n))`,
    created: ({ t }) => `${t}.created_at`,
    counts: ({ t }) => countsOf(t),
    lists_people: ({ t }) => `(${t}.final_counts is null)`,
  },
  privateColumns: ['status', 'created_by', 'scheduled_with'],
  hooks: { applyRules, beforeRemove, ends },
  markdown: 'body',
  matchBy: ['subject', 'body'],
})
