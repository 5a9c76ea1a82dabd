import { type Kysely, sql } from 'kysely'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { DB } from '#server/engine/tenancy/schema.gen.ts'
import { type Entry, openEntry } from './archive.ts'
import { appliedMigrations } from './backup.ts'
import { linesOf } from './files.ts'
import { isPacked, type PackManifest, tableEntry } from './pack.ts'
import { fullName, listTables, type TableInfo } from './tables.ts'

export type Pack = {
  file: string
  manifest: PackManifest
  entries: Map<string, Entry>
  site: number
  name: string
  replace: boolean
}

type PackedAccount = {
  id: number
  email: string
  created_at: string
  proved_at: string | null
  home_site: number | null
}

export type Plan = {
  tables: TableInfo[]
  /** The ids of packed accounts, and of the accounts here that they become. */
  accounts: Map<number, number>
  added: Set<number>
}

/** Checks that the site can be added; writes nothing. @throws with what is in the way. */
export async function plan(db: Kysely<DB>, pack: Pack): Promise<Plan> {
  const { manifest, site, name, replace } = pack
  const applied = await appliedMigrations(db)
  const differing = [
    ...manifest.migrations.filter((one) => !applied.includes(one)).map((one) => `${one} is not applied here`),
    ...applied.filter((one) => !manifest.migrations.includes(one)).map((one) => `the file lacks ${one}`),
  ]
  if (differing.length)
    throw new Error(`The file is of another version (${differing.join(', ')}). Pack and unpack with the same version.`)
  const tables = (await listTables(db)).filter(isPacked)
  const shape = (all: readonly Pick<TableInfo, 'schema' | 'name' | 'columns'>[]) =>
    all.map((table) => `${fullName(table)} (${table.columns})`).sort()
  const wrong = shape(manifest.tables).filter((table) => !shape(tables).includes(table))
  if (wrong.length || manifest.tables.length !== tables.length)
    throw new Error(`The tables of the file are not those of this database: ${wrong.join(', ') || 'some are missing'}.`)
  const { rows } = await sql<{ id: number; slug: string; status: string; same: boolean }>`
    select id, slug, status, created_at = ${await createdAt(pack)}::timestamptz as same from core.sites where id = ${site} or slug = ${name}
    order by id = ${site} desc`.execute(db)
  const taken = rows.find((row) => row.id !== site)
  if (taken) throw new DomainError('conflict', `Another site has the name "${name}". Give one with --slug.`)
  const [existing] = rows
  if (existing && !existing.same)
    throw new DomainError(
      'conflict',
      `Another club has the id ${site} here, "${existing.slug}". Deployments need ids of their own: see DEPLOYMENT.`,
    )
  if (existing && !replace)
    throw new DomainError('conflict', `The site ${site} exists here as "${existing.slug}". --replace puts it back.`)
  if (existing?.status === 'active')
    throw new DomainError('conflict', `"${existing.slug}" is active. Suspend it before it is replaced.`)
  if (!existing && replace) throw new DomainError('conflict', `No site has the id ${site}: leave out --replace.`)
  return { tables, ...(await matchAccounts(db, pack)) }
}

/** When the packed site was created: with its id, that tells whether a site here is the same one. */
async function createdAt(pack: Pack): Promise<string> {
  for await (const [line] of rowsOf(pack, { schema: 'core', name: 'sites' }))
    return (JSON.parse(line!) as { created_at: string }).created_at
  throw new Error(`${pack.file} has no site.`)
}

/** An account of the same id and age is the same one, whatever its address is now; else a confirmed address decides. */
async function matchAccounts(db: Kysely<DB>, pack: Pack): Promise<Omit<Plan, 'tables'>> {
  const accounts = new Map<number, number>()
  const added = new Set<number>()
  for await (const lines of rowsOf(pack, { schema: 'identity', name: 'accounts' })) {
    const packed = lines.map((line) => JSON.parse(line) as PackedAccount)
    const stray = packed.find(({ home_site }) => home_site !== null && home_site !== pack.site)
    if (stray) throw new Error(`The account ${stray.id} belongs to another site.`)
    const { rows } = await sql<{ id: number; same: number | null; owner: number | null; taken: boolean }>`
      select p.id, (select a.id from identity.accounts a where a.id = p.id and a.created_at = p.created_at) as same,
        (select a.id from identity.accounts a where a.email = p.email and a.proved_at is not null and p.proved_at is not null) as owner,
        exists (select from identity.accounts a where a.id = p.id) as taken
      from jsonb_to_recordset(${`[${lines.join(',')}]`}::jsonb) as p (id bigint, email text, created_at timestamptz, proved_at timestamptz)`.execute(
      db,
    )
    for (const { id, same, owner, taken } of rows) {
      const found = same ?? owner
      if (found === null && taken)
        throw new DomainError(
          'conflict',
          `The account ${id} of the file has the id of another account here. Deployments need ids of their own: see DEPLOYMENT.`,
        )
      accounts.set(id, found ?? id)
      if (found === null) added.add(id)
    }
  }
  return { accounts, added }
}

export const rowsOf = ({ file, manifest, entries }: Pack, table: Pick<TableInfo, 'schema' | 'name'>) => {
  const { length } = manifest.tables.find((entry) => fullName(entry) === fullName(table))!
  return linesOf(openEntry(file, entries.get(tableEntry(table))!), length)
}
