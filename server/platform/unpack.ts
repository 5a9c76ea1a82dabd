import { createHash } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import { lockAuditLog, newestCheckpoint, signNewest } from '#server/audit/checkpoints.ts'
import type { Pool } from '#server/engine/kernel/db/pool.ts'
import { inTransaction } from '#server/engine/kernel/db/transaction.ts'
import { isSignature } from '#server/engine/kernel/derive.ts'
import { DomainError, invalid } from '#server/engine/kernel/errors.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { type Entry, openEntry, readArchive, readEntry } from './archive.ts'
import { beginAfterRestore } from './audit-logs.ts'
import { auditSite } from './audit-site.ts'
import type { Progress } from './backup.ts'
import { slugField } from './contract.ts'
import { removeAccounts } from './erase-rows.ts'
import { listErasures, recordErasure, replayErasures } from './erasures.ts'
import { holdRestored, rememberRestore } from './held-back.ts'
import { COUNTED, DEPLOYMENT_IDS } from './migrate.ts'
import {
  fileEntry,
  foldersOf,
  isOfAccounts,
  PACK_MANIFEST,
  PACK_SEAL,
  packManifest,
  sealed,
  tableEntry,
} from './pack.ts'
import { fullName, type TableInfo } from './tables.ts'
import { type Pack, type Plan, plan, rowsOf } from './unpack-plan.ts'

const MAX_MANIFEST = 128 * 1024 ** 2
/** Far above a picture or a message's file, which are read as a whole. */
const MAX_FILE = 32 * 1024 ** 2

type Parts = { pool: Pool; storage: Storage; now: Date; secret: string }

type Wish = {
  file: string
  /** Default: the name in the file. */
  slug?: string | undefined
  /** Replaces the site of the same id, which has to be closed. */
  replace?: boolean
  /** Accepts a file whose seal the secrets of this deployment do not confirm. */
  unsealed?: boolean
}

export type Unpacked = {
  site: { id: number; slug: string }
  made_at: string
  tables: number
  rows: number
  files: number
  accounts: { added: number; joined: number }
  erased: number
}

/**
 * Adds a packed site to a database of the same migrations, in one transaction, and opens it. Nothing is sent by that:
 * what was queued is held, and `catchUp` holds what fell due since. Accounts that exist are joined and stay as they
 * are; sessions of theirs at the site end. Repeats erasures. Files are stored before the rows, which a kill leaves to
 * the next try.
 * @throws Error or DomainError when the file is damaged, changed or of another version, or the name or an id is taken.
 */
export async function unpackSite(
  { pool, storage, now, secret }: Parts,
  { file, slug, replace = false, unsealed = false }: Wish,
  onProgress: Progress = () => {},
): Promise<Unpacked> {
  const { manifest, entries } = await readPack(file, { secret, unsealed })
  const name = slug ?? manifest.site.slug
  if (slug !== undefined && !slugField.safeParse(slug).success)
    throw invalid({ slug: slugField.safeParse(slug).error!.issues.map(({ message }) => message) })
  const pack: Pack = { file, manifest, entries, site: manifest.site.id, name, replace }
  const erasures = await listErasures(storage)
  if (erasures.some(({ site, person }) => site === pack.site && person === null))
    throw new DomainError('conflict', `The site ${pack.site} was erased here. It cannot come back.`)
  await inTransaction<DB, unknown>(pool, 'read', {}, (db) => plan(db, pack))
  for (const { person, at } of manifest.erasures) await recordErasure(storage, { site: pack.site, person, at })
  const stored = await storeFiles(storage, pack)
  let unpacked: Unpacked
  try {
    const ofSite = (await listErasures(storage)).filter(({ site }) => site === pack.site)
    unpacked = await inTransaction<DB, Unpacked>(pool, 'write', {}, async (db) => {
      await sql`set local statement_timeout = 0`.execute(db)
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(db)
      await sql`select set_config('app.last_admin_may_go', 'yes', true)`.execute(db)
      const { accounts } = await fill(db, pack, onProgress)
      // One without a signature has lost its newest checkpoint.
      if (unsealed && (await newestCheckpoint(db, pack.site))?.signature) await signNewest(db, pack.site, secret)
      const { people } = await replayErasures(db, ofSite, now)
      await sql`update core.sites set status = 'active' where id = ${pack.site}`.execute(db)
      const restored = { at: now.toISOString(), site: pack.site }
      await holdRestored(db, restored)
      await rememberRestore(db, restored)
      const audited = { action: 'site.unpack', subject: 'sites', subject_id: pack.site }
      await auditSite(db, { site: pack.site, at: now, ...audited, details: { made_at: manifest.made_at } })
      await beginAfterRestore(db, storage, { begun: [pack.site], made_at: manifest.made_at })
      return {
        site: { id: pack.site, slug: name },
        made_at: manifest.made_at,
        tables: manifest.tables.length,
        rows: manifest.tables.reduce((sum, { rows }) => sum + rows, 0),
        files: manifest.files.length,
        accounts,
        erased: people,
      }
    })
  } catch (error) {
    for (const key of stored) await storage.remove(key)
    throw explained(error)
  }
  return unpacked
}

const UNIQUE_VIOLATION = '23505'

function explained(error: unknown): unknown {
  const { code, constraint } = error as { code?: string; constraint?: string }
  if (code !== UNIQUE_VIOLATION) return error
  return new Error(`An id of the file is taken here (${constraint}). Nothing was changed.`, { cause: error })
}

/** Reads the manifest, and compares it with the entries and their checksums. */
async function readPack(file: string, { secret, unsealed }: { secret: string; unsealed: boolean }) {
  const entries = await readArchive(file)
  const text = async (name: string, max: number) => {
    const entry = entries.get(name)
    if (!entry) throw new Error(`${file} is no packed site: it has no ${name}.`)
    return readEntry(file, name, entry, max)
  }
  const manifestText = await text(PACK_MANIFEST, MAX_MANIFEST)
  const signature = (await text(PACK_SEAL, 1_000)).toString()
  if (!unsealed && !isSignature(secret, sealed(manifestText), signature))
    throw new Error(
      `${file} was changed, or packed with another SESSION_SECRET. Add that secret to yours (docs/security.md), or confirm with --other-secret: then links in earlier messages and second steps of its accounts do not work here.`,
    )
  const parsed = packManifest.safeParse(readJsonText(manifestText.toString()))
  if (!parsed.success) throw new Error(`${PACK_MANIFEST}: ${parsed.error.issues[0]?.message}`, { cause: parsed.error })
  const manifest = parsed.data
  const stated = new Map<string, { bytes: number; sha256: string }>([
    ...manifest.tables.map((table) => [tableEntry(table), table] as const),
    ...manifest.files.map((entry) => [fileEntry(entry.key), entry] as const),
  ])
  const isKey = (key: string) =>
    foldersOf(manifest.site.id).some((folder) => key.startsWith(folder) && /^[\w.-]+$/.test(key.slice(folder.length)))
  for (const { key, bytes } of manifest.files)
    if (!isKey(key) || bytes > MAX_FILE) throw new Error(`The file ${key} cannot belong to a site.`)
  const extra = [...entries.keys()].find((name) => !stated.has(name) && name !== PACK_MANIFEST && name !== PACK_SEAL)
  if (extra) throw new Error(`${file} has ${extra}, which its manifest does not name.`)
  for (const [name, { bytes, sha256 }] of stated) {
    const entry = entries.get(name)
    if (!entry || entry.bytes !== bytes || (await checksumOf(file, entry)) !== sha256)
      throw new Error(`${file} is damaged: ${name} is not that of the manifest.`)
  }
  return { manifest, entries }
}

function readJsonText(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (cause) {
    throw new Error(`${PACK_MANIFEST} is damaged.`, { cause })
  }
}

async function checksumOf(file: string, entry: Entry): Promise<string> {
  const hash = createHash('sha256')
  if (entry.bytes) for await (const chunk of openEntry(file, entry)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

/** @returns the keys that the storage did not have. */
async function storeFiles(storage: Storage, { file, manifest, entries, site }: Pack): Promise<string[]> {
  const known = new Set((await Promise.all(foldersOf(site).map((folder) => storage.list(folder)))).flat())
  const stored: string[] = []
  for (const { key, type } of manifest.files) {
    if (known.has(key)) continue
    const name = fileEntry(key)
    await storage.put(key, { bytes: await readEntry(file, name, entries.get(name)!, MAX_FILE), content_type: type })
    stored.push(key)
  }
  return stored
}

/** Adds the rows, in the transaction of `db`. Without `app.site_id` no trigger marks or tells anything. */
async function fill(db: Kysely<DB>, pack: Pack, onProgress: Progress) {
  await sql`select pg_advisory_xact_lock(hashtext('watchbill.unpack'))`.execute(db)
  await lockAuditLog(db, pack.site)
  if (pack.replace) await sql`select from core.sites where id = ${pack.site} for update`.execute(db)
  const { tables, accounts, added } = await plan(db, pack)
  const former = pack.replace ? await removeRows(db, pack.site, tables) : []
  await removeAccounts(
    db,
    former.filter((id) => ![...accounts.values()].includes(id)),
  )
  const steps = [...tables].sort((a, b) => Number(fullName(b) === 'core.sites') - Number(fullName(a) === 'core.sites'))
  for (const [i, table] of steps.entries()) {
    const stated = pack.manifest.tables.find((entry) => fullName(entry) === fullName(table))!
    let [read, written] = [0, 0]
    for await (const lines of rowsOf(pack, table)) {
      read += lines.length
      written += await addRows(db, pack, table, lines, { accounts, added })
    }
    const mayJoin = table.schema === 'identity'
    if (read !== stated.rows || (!mayJoin && written !== read))
      throw new Error(`${fullName(table)} has rows that do not belong to the site, or not ${stated.rows}.`)
    // The lines that the newest checkpoint closes may be gone.
    const counted = fullName(table) === 'core.audit_checkpoints' ? 'core.audit' : fullName(table)
    const { sequence } = tables.find((one) => fullName(one) === counted)!
    if (sequence !== null) await raiseSequence(db, { ...table, sequence })
    await onProgress({ table: fullName(table), rows: read, tables: i + 1, total: steps.length })
  }
  await settleAccounts(db, pack.site, accounts, added)
  return { accounts: { added: added.size, joined: accounts.size - added.size } }
}

/** Removes the rows of a site, but not its own. @returns the accounts that it used. */
async function removeRows(db: Kysely<DB>, site: number, tables: readonly TableInfo[]): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select account_id as id from core.people where site_id = ${site} and account_id is not null
    union select id from identity.accounts where home_site = ${site}`.execute(db)
  for (const table of tables
    .filter(({ schema, columns }) => schema !== 'identity' && columns.includes('site_id'))
    .reverse())
    await sql`delete from ${sql.table(fullName(table))} where site_id = ${site}`.execute(db)
  await sql`delete from core.dues where site_id = ${site}`.execute(db)
  return rows.map(({ id }) => id)
}

/** @returns how many rows were added: none of other sites, and none of accounts that exist. */
async function addRows(
  db: Kysely<DB>,
  { site, name, replace, manifest }: Pack,
  table: TableInfo,
  lines: readonly string[],
  { accounts, added }: Omit<Plan, 'tables'>,
): Promise<number> {
  const into = sql.table(fullName(table))
  const columns = sql.join(table.columns.map((column) => sql.ref(column)))
  const recordset = sql`jsonb_populate_recordset(null::${into}, ${`[${lines.join(',')}]`}::jsonb) r`
  const isAdded = (column: string) => sql`r.${sql.ref(column)} = any (${`{${[...added].join(',')}}`}::bigint[])`
  const insert = async (values: ReturnType<typeof sql>, which: ReturnType<typeof sql>) => {
    const { numAffectedRows = 0n } = await sql`
      insert into ${into} (${columns}) select ${values} from ${recordset} where ${which}`.execute(db)
    return Number(numAffectedRows)
  }
  const isHere = table.columns.includes('site_id') ? sql`(r.site_id = ${site} or r.site_id is null)` : sql`true`
  if (fullName(table) === 'core.sites') {
    // Opened when all is in place: then whatever a closed site kept back is looked at again.
    const status = manifest.site.status === 'active' ? 'active' : 'suspended'
    const set = {
      slug: sql`${name}::text`,
      status: sql`${status}::text`,
      deleted_at: sql`null::timestamptz`,
      moved_to: sql`null::text`,
      // Own domains are proved for a deployment: those here stay, and none come with the file.
      own_domain: sql`(select h.own_domain from core.sites h where h.id = ${site})`,
      // The provider of this deployment has not verified it.
      sender_state: sql`case when r.sender_address is not null then 'waiting' end`,
      sender_records: sql`'[]'::jsonb`,
      sender_since: sql`case when r.sender_address is not null then clock_timestamp() end`,
      sender_problem: sql`null::text`,
    }
    const values = table.columns.map((column) =>
      column in set ? set[column as keyof typeof set] : sql`r.${sql.ref(column)}`,
    )
    if (!replace) return insert(sql.join(values), sql`r.id = ${site}`)
    const { numAffectedRows = 0n } = await sql`
      update core.sites s set ${sql.join(table.columns.flatMap((column, i) => (column === 'id' ? [] : [sql`${sql.ref(column)} = ${values[i]!}`])))}
      from ${recordset} where s.id = ${site} and r.id = ${site}`.execute(db)
    return Number(numAffectedRows)
  }
  if (fullName(table) === 'identity.accounts') return insert(columns, isAdded('id'))
  if (isOfAccounts(table)) return insert(columns, sql`${isHere} and (r.account_id is null or ${isAdded('account_id')})`)
  const joined = JSON.stringify(Object.fromEntries([...accounts].filter(([from, to]) => from !== to)))
  const mapped = (column: string) =>
    column === 'account_id'
      ? sql`coalesce((${joined}::jsonb ->> r.account_id::text)::bigint, r.account_id)`
      : sql`r.${sql.ref(column)}`
  return insert(sql.join(table.columns.map(mapped)), sql`r.site_id = ${site}`)
}

/** Ids of sites and accounts count per deployment: one from elsewhere raises nothing here. */
async function raiseSequence(db: Kysely<DB>, table: TableInfo): Promise<void> {
  const sequence = sql.table(table.sequence!)
  const own = COUNTED.includes(fullName(table))
    ? sql`where id / ${DEPLOYMENT_IDS} = (select (last_value - 1) / ${DEPLOYMENT_IDS} from ${sequence})`
    : sql``
  await sql`
    select setval(${table.sequence}::regclass, m.id) from (select max(id) as id from ${sql.table(fullName(table))} ${own}) m, ${sequence} s
    where m.id > s.last_value or m.id = s.last_value and not s.is_called`.execute(db)
}

/**
 * Ends what joined accounts had set up elsewhere, and gives their people the address that the account has here. Forgets
 * accounts that the file does not have: their ids may be another's here.
 */
async function settleAccounts(
  db: Kysely<DB>,
  site: number,
  accounts: ReadonlyMap<number, number>,
  added: ReadonlySet<number>,
): Promise<void> {
  const list = (ids: Iterable<number>) => sql`${`{${[...ids].join(',')}}`}::bigint[]`
  const known = list(accounts.values())
  const joined = list([...accounts].filter(([from]) => !added.has(from)).map(([, to]) => to))
  await sql`
    update core.sessions set revoked_at = coalesce(revoked_at, clock_timestamp()), account_id = case when account_id = any (${known}) then account_id end
    where site_id = ${site} and (account_id = any (${joined}) or account_id <> all (${known}) or operator_session is not null)`.execute(
    db,
  )
  await sql`
    delete from core.email_changes where site_id = ${site} and (account_id = any (${joined}) or account_id <> all (${known}))`.execute(
    db,
  )
  const map = JSON.stringify(Object.fromEntries(accounts))
  await sql`
    update core.trash t set "row" = jsonb_set(t."row", '{account_id}', coalesce(${map}::jsonb -> (t."row" ->> 'account_id'), 'null'))
    where site_id = ${site} and table_name = 'people' and t."row" ->> 'account_id' is not null
      and coalesce(${map}::jsonb ->> (t."row" ->> 'account_id'), '') <> t."row" ->> 'account_id'`.execute(db)
  await sql`
    update core.people p set email = a.email from identity.accounts a
    where p.site_id = ${site} and a.id = p.account_id and a.id = any (${joined}) and a.proved_at is not null and p.email <> a.email
      and p.email <> '' and not exists (select from core.people o where o.site_id = p.site_id and o.email = a.email)`.execute(
    db,
  )
}
