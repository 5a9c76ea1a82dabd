import { sql } from 'kysely'
import { previewNotifications } from '#server/deliveries/preview-notifications.ts'
import { type Actor, actsInPerson, ownActor } from '#server/engine/access/actor.ts'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import type { NotificationPreview } from '#server/engine/collections/notification-preview-contract.ts'
import { DomainError, forbidden, invalid } from '#server/engine/kernel/errors.ts'
import { peopleQuotaProblem } from '#server/people/people-quota.ts'
import type { CheckedFile } from './checked-file.ts'
import type { ImportOptions, ImportPreview, ImportResult } from './contract.ts'
import { previewOwn, previewPeople, previewSeason } from './preview.ts'
import { ownFacts, peopleFacts, seasonFacts } from './queries.ts'
import { createTraceRecorder, type ImportTrace } from './traces.ts'
import { writePeople } from './write-people.ts'
import { writeSeason } from './write-season.ts'

export type ImportFile = { file: CheckedFile; options: ImportOptions }

type Prepared = {
  preview: ImportPreview
  write: (ctx: Ctx, trace: ImportTrace) => Promise<void>
  /** Whether it changes published shifts; new ones are unpublished. */
  mayTell: boolean
}

/**
 * Refuses API keys and whoever acts in a person's name: they never give access, as a member list does.
 * @throws DomainError 'forbidden'.
 */
export function refuseDeputies(actor: Actor): void {
  if (actor.kind === 'key') throw forbidden('API keys can’t import people, because an import gives access.')
  if (!actsInPerson(actor)) throw forbidden('This is not possible while acting as someone else.')
}

async function prepare(ctx: Ctx, { file, options }: ImportFile): Promise<Prepared> {
  if (file.kind === 'people') refuseDeputies(ctx.actor)
  if (file.kind === 'people') {
    const facts = await peopleFacts(ctx.db, file.rows)
    const { plan, preview } = previewPeople(file.sheet, file.rows, facts, options)
    const problem = await peopleQuotaProblem(ctx, plan.creates.length)
    if (problem) preview.problems = [...preview.problems, { code: 'quota', message: problem, line: null }]
    return { preview, write: (of, trace) => writePeople(of, plan, trace), mayTell: false }
  }
  if (file.own) {
    const facts = await ownFacts(ctx.db, file.own)
    const preview = previewOwn(file.sheet, file.own, facts, ctx.site.timezone)
    return { preview, write: async () => {}, mayTell: false }
  }
  const facts = await seasonFacts(ctx.db, file.rows, ctx.site.timezone)
  const { plan, preview } = previewSeason(file.sheet, file.rows, facts, options)
  return {
    preview,
    write: (of, trace) => writeSeason(of, plan, facts, trace),
    mayTell: plan.event_updates.length + plan.shift_updates.length > 0,
  }
}

/**
 * Previews an import row by row without writing, in a fixed number of queries.
 * @throws DomainError 'forbidden' for anyone but an admin.
 */
export async function previewImport(ctx: Ctx, input: ImportFile): Promise<ImportPreview> {
  requireStanding(ctx.actor, 'admin')
  return (await prepare(ctx, input)).preview
}

/** Previews whom an import would notify. Stores nothing; skips rows with errors. @throws as `applyImport`. */
export async function previewImportNotifications(
  ctx: Ctx,
  input: ImportFile,
): Promise<{ notifies: NotificationPreview }> {
  requireStanding(ctx.actor, 'admin')
  const { preview, write, mayTell } = await prepare(ctx, input)
  if (!mayTell || preview.problems.length) return { notifies: { people: 0, names: [] } }
  const [notifies] = await previewNotifications(ctx, (of) => write(of, createTraceRecorder()))
  return { notifies }
}

export type ApplyInput = ImportFile & {
  /** The digest of the preview that was shown. */
  digest: string
  /** Skips rows with errors; otherwise one refuses the whole file. */
  skip_errors: boolean
}

/**
 * Imports in one transaction, with one statement per table, and stores its effects for an undo. Importing a file again
 * writes nothing.
 * @throws DomainError 'conflict' when this is not what was previewed, or another import is running; 'invalid' when the
 * file or, unless skipped, rows have errors.
 */
export async function applyImport(ctx: Ctx, input: ApplyInput): Promise<ImportResult> {
  requireStanding(ctx.actor, 'admin')
  await lockImports(ctx)
  const { preview, write } = await prepare(ctx, input)
  if (preview.digest !== input.digest)
    throw new DomainError(
      'conflict',
      'The file or its settings have changed since the preview. Please look at the preview again.',
    )
  if (preview.problems.length) throw invalid({ file: preview.problems.map(({ message }) => message) })
  const { counts, unknown_people } = preview
  if (counts.error && !input.skip_errors)
    throw invalid({ file: [counts.error === 1 ? '1 row has errors.' : `${counts.error} rows have errors.`] })
  const trace = createTraceRecorder()
  await write(ctx, trace)
  if (trace.empty()) return { id: null, counts, unknown_people }
  const { id } = await ctx.db
    .insertInto('imports')
    .values({
      kind: preview.kind,
      file_name: preview.file.name,
      digest: preview.digest,
      counts: JSON.stringify(counts),
      created: JSON.stringify(trace.all),
      created_by: ownActor(ctx.actor),
      created_at: ctx.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await audit(ctx, {
    action: 'import.apply',
    subject: 'imports',
    subject_id: id,
    details: { kind: preview.kind, counts },
  })
  ctx.wake('reminders.plan')
  return { id, counts, unknown_people }
}

/** Locks the site's imports until the transaction ends, so that concurrent ones do not create records twice. */
export async function lockImports({ db, site }: Ctx): Promise<void> {
  const { rows } = await sql<{ free: boolean }>`
    select pg_try_advisory_xact_lock(hashtext('imports'), ${site.id % 2_147_483_647}::int) as free`.execute(db)
  if (!rows[0]?.free) throw new DomainError('conflict', 'Another import is running. Please try again in a moment.')
}
