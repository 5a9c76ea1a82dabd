import { sql } from 'kysely'
import { namedIn } from '#server/engine/access/audit.ts'
import type { Ctx } from '#server/engine/access/context.ts'
import { answerOnce } from '#server/engine/access/idempotency.ts'
import { readsArea, requireStanding } from '#server/engine/access/permission.ts'
import { inUnitOfWork } from '#server/engine/access/unit-of-work.ts'
import { DomainError, type Issues, invalid } from '#server/engine/kernel/errors.ts'
import type { Changeset, ChangesetSaved, Conflict } from './changeset-contract.ts'
import type { Fields } from './contract.ts'
import type { Row } from './define.ts'
import type { CollectionsEngine } from './engine.ts'
import { addIssue, hasIssues } from './issues.ts'
import { sameValue, shownValue } from './write-input.ts'

export type StoredRecords = ReadonlyMap<number, Row & { id: number }>

/** A staged change with the values that were read instead of their version. */
export type ChangeFromValues = { id: number; was: Row; fields: Row }

/**
 * Saves staged changes of a collection, all or nothing.
 * @param key an idempotency key: repeating the changeset returns the first result and changes nothing.
 * @throws DomainError 'conflict' with `conflicts` in its body; 'invalid' with messages under `${key or id}.${field}`;
 * 'forbidden'.
 */
export async function saveChangeset(
  ctx: Ctx,
  engine: CollectionsEngine,
  collection: string,
  changeset: Changeset,
  key: string | null = null,
): Promise<ChangesetSaved> {
  requireStanding(ctx.actor, 'admin')
  return answerOnce(ctx, { key, call: `${collection}/staged`, input: changeset }, async () => {
    const { stored, conflicts } = await checkChangeset(ctx, engine, collection, changeset)
    refuseConflicts(engine, collection, conflicts)
    return applyChangeset(ctx, engine, collection, changeset, stored)
  })
}

/**
 * Locks the records of a changeset and compares versions.
 * @param isPart treats records that are not the caller's as removed.
 */
export async function checkChangeset(
  ctx: Ctx,
  engine: CollectionsEngine,
  collection: string,
  { changed, removed }: Pick<Changeset, 'changed' | 'removed'>,
  isPart: (record: Row) => boolean = () => true,
): Promise<{ stored: StoredRecords; conflicts: Conflict[] }> {
  const locked = await engine.lock(
    ctx,
    collection,
    [...changed, ...removed].map(({ id }) => id),
  )
  const stored = new Map([...locked].filter(([, record]) => isPart(record)))
  const differs = ({ id, version }: { id: number; version: string }) => versionOf(stored.get(id)) !== version
  const found = [
    ...changed.filter(differs),
    // Removing a removed record is no conflict.
    ...removed.filter((removal) => stored.has(removal.id) && differs(removal)),
  ]
  return { stored, conflicts: await conflictsOf(ctx, engine, collection, stored, found) }
}

export function applyChangeset(
  ctx: Ctx,
  engine: CollectionsEngine,
  collection: string,
  { added, changed, removed }: Changeset,
  stored: StoredRecords,
): Promise<ChangesetSaved> {
  return inUnitOfWork(ctx, async (unit) => {
    const records = engine.recordsOf(collection)
    const undo: ChangesetSaved['undo'] = []
    for (const { id } of removed) if (stored.has(id)) undo.push(await records.remove(unit, id))
    const fresh = added.map(({ fields }) => fields)
    if (fresh.length)
      await rekeyIssues(
        added.map(({ key }) => key),
        () => records.create(unit, fresh),
      )
    const changes = changed.map(({ id, fields }) => ({ ...fields, id }))
    if (changes.length)
      await rekeyIssues(
        changed.map(({ id }) => String(id)),
        () => records.update(unit, changes),
      )
    return { saved: added.length + changed.length + removed.length, undo }
  })
}

/** @throws DomainError 'conflict' when there are any; its body lists them. */
function refuseConflicts(engine: CollectionsEngine, collection: string, conflicts: readonly Conflict[]): void {
  if (!conflicts.length) return
  const { title } = engine.plain(collection)
  throw new DomainError('conflict', `Someone else has changed some of these ${title.toLowerCase()}.`, {
    body: { conflicts },
  })
}

/**
 * Adds versions to changes by the values that were read: the stored version if each field has its old or already its
 * new value; otherwise none, which is a conflict.
 */
export async function versionsFromValues(
  ctx: Ctx,
  engine: CollectionsEngine,
  collection: string,
  changes: readonly ChangeFromValues[],
): Promise<Changeset['changed']> {
  const contract = contractOf(engine, collection)
  const stored = await engine.lock(
    ctx,
    collection,
    changes.map(({ id }) => id),
  )
  return changes.map(({ id, was, fields }) => {
    const record = stored.get(id)
    const holds = (name: string) =>
      [was[name], fields[name]].some((value) => sameValue(contract[name], record?.[name] ?? null, value ?? null))
    return { id, fields, version: record && Object.keys(fields).every(holds) ? (versionOf(record) ?? '') : '' }
  })
}

export async function storedVersions(
  ctx: Ctx,
  engine: CollectionsEngine,
  collection: string,
  ids: readonly number[],
): Promise<Record<number, string>> {
  const stored = await engine.lock(ctx, collection, ids)
  return Object.fromEntries([...stored].map(([id, record]) => [id, versionOf(record) ?? '']))
}

const contractOf = (engine: CollectionsEngine, collection: string): Fields =>
  engine.declarations.find(({ contract: { name } }) => name === collection)?.contract.fields ?? {}

const versionOf = (record: Row | undefined): string | null => (record ? String(record.updated_at) : null)

export async function rekeyIssues<T>(keys: readonly string[], work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof DomainError) || error.code !== 'invalid') throw error
    const { issues = {}, items } = error.extras
    const renamed: Issues = {}
    const lists = items ?? (keys.length === 1 ? [issues] : [])
    lists.forEach((fields, i) => {
      for (const [field, messages] of Object.entries(fields ?? {}))
        for (const message of messages) addIssue(renamed, `${keys[i]}.${field}`, message)
    })
    throw invalid(hasIssues(renamed) ? renamed : issues)
  }
}

async function conflictsOf(
  ctx: Ctx,
  engine: CollectionsEngine,
  collection: string,
  stored: StoredRecords,
  changes: readonly { id: number; fields?: Row }[],
): Promise<Conflict[]> {
  if (!changes.length) return []
  const known = contractOf(engine, collection)
  const authors = readsArea(ctx.actor, 'people')
    ? await lastAuthors(
        ctx,
        collection,
        changes.map(({ id }) => id),
      )
    : new Map<number, string | null>()
  return changes.map(({ id, fields = {} }) => {
    const record = stored.get(id)
    return {
      id,
      removed: !record,
      version: versionOf(record),
      fields: record
        ? Object.fromEntries(
            Object.keys(fields).flatMap((name) =>
              Object.hasOwn(known, name) ? [[name, shownValue(known[name], record[name] ?? null)]] : [],
            ),
          )
        : {},
      by: authors.get(id) ?? null,
    }
  })
}

/** Finds the last author of each record in the audit log; null for programs. */
async function lastAuthors(
  { db }: Ctx,
  collection: string,
  ids: readonly number[],
): Promise<Map<number, string | null>> {
  const { rows } = await sql<{ id: number; name: string | null }>`
    select distinct on (a.subject_id) a.subject_id as id, p.name
    from audit a left join people p on p.site_id = a.site_id and p.id = ${namedIn('a')}
    where a.subject = ${collection} and a.subject_id = any (${ids}::bigint[]) order by a.subject_id, a.id desc`.execute(
    db,
  )
  return new Map(rows.map(({ id, name }) => [id, name]))
}
