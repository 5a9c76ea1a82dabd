import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { expect } from 'vitest'
import { createProductCollections } from '#server/registry.ts'
import { callerOf } from '#tests/support/collections/samples.ts'
import { worldTest as base } from '#tests/support/fixture.ts'
import { FORMULAS } from '#tests/support/hostile/shapes.ts'
import { adminActor } from '#tests/support/world.ts'

/** A spreadsheet program reads the product's exports: part of `npm run proof`, where one is installed. */
const there = Boolean(process.env.PROOF) && spawnSync('soffice', ['--version']).status === 0
if (process.env.PROOF && !there) console.log('LibreOffice (soffice) is not here: exports are not opened in it.')

const TEXTS = [
  'Åsa Ørsted',
  'Zoë “Zed” O’Neil',
  'שלום',
  '日本語',
  '😀 👩🏽‍🚒',
  'a,b;c\td',
  'one\r\ntwo',
  '0012',
  '+447700900123',
]

const engine = createProductCollections()
const folder = mkdtempSync(path.join(tmpdir(), 'watchbill-calc-'))

const test = base
  .extend('site', { scope: 'file' }, ({ world }) => world.makeSite())
  .extend('admin', { scope: 'file' }, async ({ world, site }) =>
    callerOf(world, engine, site, adminActor(await world.makePerson(site, { role: 'admin' }))),
  )
  .extend('exported', { scope: 'file' }, ({ admin }) => async (name: string): Promise<string> => {
    let text = ''
    const { body } = await admin('GET', name, { segments: ['export.csv'] })
    for await (const piece of body as AsyncIterable<string>) text += piece
    return text
  })

test.beforeAll(() => {
  if (!there) return
})
test.afterAll(async ({ world }) => {
  rmSync(folder, { recursive: true })
  await world?.close()
})

/** Opens a CSV file with formulas evaluated. @returns the sheet as flat XML. */
function opened(name: string, csv: string): string {
  const file = path.join(folder, `${name}.csv`)
  writeFileSync(file, csv)
  const profile = pathToFileURL(path.join(folder, 'profile'))
  const reading = 'Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false,false,false,0,true,false,true'
  const args = [`-env:UserInstallation=${profile}`, '--headless', `--infilter=${reading}`, '--convert-to', 'fods']
  execFileSync('soffice', [...args, '--outdir', folder, file], { stdio: 'ignore', timeout: 120_000 })
  return readFileSync(path.join(folder, `${name}.fods`), 'utf8')
}

const formulas = (sheet: string) => sheet.match(/table:formula=/g)?.length ?? 0

test.runIf(there)(
  'no cell of an export is a formula, and every character survives',
  { timeout: 300_000 },
  async ({ admin, exported }) => {
    expect(formulas(opened('control', '\ufeffname\r\n=1+1\r\nplain\r\n')), 'the program would run one').toBe(1)
    const values = [...FORMULAS, ...TEXTS]
    const day = { start: '2027-07-01T10:00:00Z', end: '2027-07-01T12:00:00Z' }
    const bodies: Record<string, (text: string, i: number) => object> = {
      locations: (details) => ({ name: 'Place', details, address: details }),
      people: (notes, i) => ({ name: `Ann ${i}`, email: `n${i}@example.org`, notes }),
      news: (content) => ({ title: 'News', content, posted: day.start }),
      events: (details) => ({ name: 'Race', details, ...day }),
      equipment: (details) => ({ name: 'Radio', details }),
      roles: (details) => ({ name: 'Helm', details }),
    }
    for (const [name, body] of Object.entries(bodies)) {
      await admin('POST', name, { body: values.map(body) })
      const csv = await exported(name)
      const sheet = opened(name, csv)
      expect(formulas(sheet), name).toBe(0)
      expect(sheet.match(/<table:table-row/g)?.length, name).toBeGreaterThanOrEqual(values.length)
      for (const text of ['Åsa Ørsted', 'Zoë “Zed” O’Neil', 'שלום', '日本語', '😀 👩🏽‍🚒'])
        expect(sheet, name).toContain(`<text:p>${text}</text:p>`)
    }
  },
)
