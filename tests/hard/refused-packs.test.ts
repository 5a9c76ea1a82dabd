import { createHash } from 'node:crypto'
import { copyFileSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect } from 'vitest'
import { sign } from '#server/engine/kernel/derive.ts'
import { createArchive, readArchive, readEntry } from '#server/platform/archive.ts'
import { fileEntry, PACK_MANIFEST, PACK_SEAL, type PackManifest, sealed } from '#server/platform/pack.ts'
import { SECRET, sitesOf, test } from '#tests/support/packed-clubs.ts'

/** Writes a file again with other contents, under the seal of the secret. */
async function rewrite(
  from: string,
  to: string,
  change: (entries: Map<string, Buffer>, manifest: PackManifest) => void,
  seal = true,
) {
  const entries = new Map<string, Buffer>()
  for (const [name, entry] of await readArchive(from)) entries.set(name, await readEntry(from, name, entry, 1e9))
  const manifest: PackManifest = JSON.parse(String(entries.get(PACK_MANIFEST)))
  change(entries, manifest)
  const text = JSON.stringify(manifest)
  entries.set(PACK_MANIFEST, Buffer.from(text))
  if (seal) entries.set(PACK_SEAL, Buffer.from(sign(SECRET, sealed(text)).toString('base64url')))
  const archive = await createArchive(to)
  for (const [name, bytes] of entries) await archive.add(name, [bytes])
  await archive.end()
  await archive.close()
}

/** Replaces the rows of a table in a file, and what the manifest says of them. */
const replaceRows =
  (name: string, change: (rows: Record<string, unknown>[]) => unknown[], length?: number) =>
  (entries: Map<string, Buffer>, manifest: PackManifest) => {
    const entry = `${name}.ndjson.gz`
    const before = gunzipSync(entries.get(entry)!).toString().split('\n').filter(Boolean)
    const rows = change(before.map((line) => JSON.parse(line)))
    const text = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
    const bytes = gzipSync(text)
    entries.set(entry, bytes)
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const stated = manifest.tables.find((table) => `${table.schema}.${table.name}` === name)!
    Object.assign(stated, { sha256, rows: rows.length, bytes: bytes.length, length: length ?? Buffer.byteLength(text) })
  }

const OLDER = { made_at: '2020-01-01T00:00:00Z' }
const LOCATION = { id: 1, name: 'Elsewhere' }

/** Names of damages, the reasons of their refusals, and the damages. */
const REFUSED: [string, string, (from: string, to: string, other: number) => Promise<unknown>][] = [
  ['is no packed site', 'no packed site', async (_, to) => writeFileSync(to, 'hello '.repeat(500))],
  [
    'is cut off',
    'cut off',
    async (from, to) => {
      copyFileSync(from, to)
      truncateSync(to, Math.floor(statSync(from).size / 2))
    },
  ],
  [
    'has a changed byte',
    'is damaged',
    async (from, to) => {
      const bytes = readFileSync(from)
      bytes[700] = bytes[700]! ^ 1
      writeFileSync(to, bytes)
    },
  ],
  [
    'has a manifest that was changed',
    'was changed, or packed with another SESSION_SECRET',
    (from, to) => rewrite(from, to, (_, manifest) => void Object.assign(manifest, OLDER), false),
  ],
  [
    'has a row of another club',
    'core.locations has rows that do not belong to the site',
    (from, to, other) =>
      rewrite(
        from,
        to,
        replaceRows('core.locations', (rows) => [...rows, { ...rows[0], ...LOCATION, site_id: other }]),
      ),
  ],
  [
    'has an account of another club',
    'belongs to another site',
    (from, to, other) =>
      rewrite(
        from,
        to,
        replaceRows('identity.accounts', ([row, ...rows]) => [{ ...row, home_site: other, proved_at: null }, ...rows]),
      ),
  ],
  [
    'has more text than it says',
    'It is larger than it says',
    (from, to) =>
      rewrite(
        from,
        to,
        replaceRows('core.locations', ([row]) => [{ ...row, notes: 'x'.repeat(9e6) }], 100),
      ),
  ],
  [
    'has fewer rows than it says',
    'core.news has rows that do not belong to the site, or not',
    (from, to) =>
      rewrite(from, to, (entries, manifest) => {
        replaceRows('core.news', (rows) => rows.slice(1))(entries, manifest)
        manifest.tables.find(({ name }) => name === 'news')!.rows += 1
      }),
  ],
  [
    'is of another version',
    'Pack and unpack with the same version',
    (from, to) => rewrite(from, to, (_, manifest) => void manifest.migrations.push('9999-later')),
  ],
  [
    'lacks a column',
    'are not those of this database: core.people',
    (from, to) =>
      rewrite(from, to, (_, manifest) => void manifest.tables.find(({ name }) => name === 'people')!.columns.pop()),
  ],
  [
    'has a file of another folder',
    'cannot belong to a site',
    (from, to) =>
      rewrite(from, to, (entries, manifest) => {
        const [file] = manifest.files
        entries.set('files/../x', entries.get(fileEntry(file!.key))!)
        manifest.files.push({ ...file!, key: '../x' })
      }),
  ],
  [
    'has a file that the manifest lacks',
    'which its manifest does not name',
    (from, to) => rewrite(from, to, (entries) => void entries.set('more', Buffer.from('x'))),
  ],
]

test.for(REFUSED)(
  'a file that %s is refused, and nothing is stored',
  async ([what, why, make], { packed, rich, folder, target, unpack }) => {
    const file = path.join(folder, `${what}.tar`)
    await make(packed.file, file, rich.other.id)
    await expect(unpack({ file })).rejects.toThrow(why)
    expect(await sitesOf(target.world)).toEqual([])
    expect(await target.storage.list(`s/${rich.site.id}/`)).toEqual([])
  },
)

test('a file of another secret is taken where that is confirmed', async ({ packed, folder, target, unpack }) => {
  const file = path.join(folder, 'unsealed.tar')
  await rewrite(packed.file, file, (_, manifest) => void Object.assign(manifest, OLDER), false)
  await unpack({ file, unsealed: true })
  expect(await sitesOf(target.world)).toEqual([{ slug: 'harbour' }])
})
