import { sql } from 'kysely'
import { audit } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { requireStanding } from '#server/engine/access/permission.ts'
import { DomainError, invalid, notFound } from '#server/engine/kernel/errors.ts'
import { requireQuota } from '#server/quotas/queries.ts'
import { requireSender } from '../require-sender.ts'
import type { FilesAnswer } from './contract.ts'
import { newFileKey } from './files.ts'
import { type MessageFile, roomProblem } from './rules.ts'

export type AttachedFile = MessageFile & { key: string }

type Holder = { kind: 'email' | 'sms'; status: string; attachments: AttachedFile[] }

/**
 * Locks a message whose files may be changed.
 * @param isTaken for removal, which texts allow too.
 * @throws DomainError 'not_found', 'conflict', 'invalid' under `file` for a text.
 */
async function lockHolder(ctx: Ctx, id: number, { isTaken = false } = {}): Promise<AttachedFile[]> {
  const { db, actor } = ctx
  requireStanding(actor, 'admin')
  const { rows } =
    await sql<Holder>`select kind, status, attachments from messages where id = ${id} for update`.execute(db)
  if (!rows[0]) throw notFound()
  const { kind, status, attachments } = rows[0]
  if (status !== 'draft' && status !== 'scheduled')
    throw new DomainError('conflict', 'A message that was sent or cancelled cannot be changed.')
  if (status === 'scheduled') requireSender(ctx)
  if (kind === 'sms' && !isTaken) throw invalid({ file: ['A text has no files.'] })
  return attachments
}

/** Stores a message's files without a new version, so that an open draft gets no edit conflict. */
async function store(ctx: Ctx, id: number, files: readonly AttachedFile[]): Promise<FilesAnswer> {
  await sql`update messages set attachments = ${JSON.stringify(files)}::jsonb where id = ${id}`.execute(ctx.db)
  return shown(files)
}

const shown = (files: readonly AttachedFile[]): FilesAnswer => ({
  attachments: files.map(({ key: _, ...file }) => file),
})

function requireRoom(files: readonly AttachedFile[], size: number): void {
  const problem = roomProblem(files, size)
  if (problem) throw invalid({ file: [problem] })
}

/**
 * Registers a file before it is stored, so that orphans are removed eventually.
 * @param size in bytes.
 * @throws DomainError as `attachFile`; 'invalid' under `file` also beyond the quota of storage.
 */
export async function registerFile(ctx: Ctx, id: number, size: number): Promise<{ id: number; key: string }> {
  requireRoom(await lockHolder(ctx, id), size)
  await requireQuota(ctx, 'storage', size, 'file')
  const { rows } = await sql<{ id: number; key: string }>`
    insert into message_files (key, bytes, unused_since) values (${newFileKey()}, ${size}, ${ctx.clock.now()}) returning id, key`.execute(
    ctx.db,
  )
  return rows[0]!
}

/**
 * Adds a stored file to an unsent message.
 * @throws DomainError 'not_found'; 'conflict' once it was sent; 'invalid' under `file` for a text, a fourth file or too
 * many bytes.
 */
export async function attachFile(ctx: Ctx, id: number, file: AttachedFile): Promise<FilesAnswer> {
  const files = await lockHolder(ctx, id)
  requireRoom(files, file.size)
  await sql`update message_files set unused_since = null where id = ${file.id}`.execute(ctx.db)
  await audit(ctx, {
    action: 'messages.attach',
    subject: 'messages',
    subject_id: id,
    details: { filename: file.filename, size: file.size },
  })
  return store(ctx, id, [...files, file])
}

/**
 * Removes a file from a message, if it has it.
 * @throws DomainError 'not_found', 'conflict'.
 */
export async function detachFile(ctx: Ctx, id: number, file: number): Promise<FilesAnswer> {
  const files = await lockHolder(ctx, id, { isTaken: true })
  if (!files.some((one) => one.id === file)) return shown(files)
  await audit(ctx, { action: 'messages.detach', subject: 'messages', subject_id: id })
  return store(
    ctx,
    id,
    files.filter((one) => one.id !== file),
  )
}

/**
 * Replaces a message's files by those of another.
 * @throws DomainError 'not_found' for either; 'conflict', 'invalid'.
 */
export async function copyFiles(ctx: Ctx, id: number, from: number): Promise<FilesAnswer> {
  await lockHolder(ctx, id)
  const { rows } = await sql<{ attachments: AttachedFile[] }>`
    select attachments from messages where id = ${from} for share`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  const files = rows[0].attachments
  await audit(ctx, {
    action: 'messages.copy_files',
    subject: 'messages',
    subject_id: id,
    details: { from, files: files.length },
  })
  return store(ctx, id, files)
}

/**
 * Finds a file of a message.
 * @throws DomainError 'not_found'.
 */
export async function findFile(ctx: Ctx, id: number, file: number): Promise<AttachedFile> {
  requireStanding(ctx.actor, 'admin')
  const { rows } = await sql<{ attachments: AttachedFile[] }>`
    select attachments from messages where id = ${id}`.execute(ctx.db)
  const found = rows[0]?.attachments.find((one) => one.id === file)
  if (!found) throw notFound()
  return found
}
