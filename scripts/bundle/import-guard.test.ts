import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { keepServerOutOfTheBrowser } from './import-guard.ts'
import { keepUnusedSchemasOutOfTheBrowser } from './pure-contracts.ts'

let root: string
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'import-guard-')))
})
afterEach(() => rm(root, { recursive: true }))

/** Builds a browser bundle whose entry imports `file`, which exports `use`. */
async function bundle(file: string, { ssr = false, type = false } = {}) {
  await mkdir(path.dirname(path.join(root, file)), { recursive: true })
  await writeFile(path.join(root, file), 'export type Used = string\nexport const use = () => globalThis.document\n')
  const entry = path.join(root, 'entry.ts')
  const code = type
    ? `import type { Used } from './${file}'\nglobalThis.used = '' as Used`
    : `import { use } from './${file}'\nglobalThis.used = use()`
  await writeFile(entry, code)
  return build({
    root,
    configFile: false,
    logLevel: 'silent',
    plugins: [keepServerOutOfTheBrowser(root)],
    build: { ssr, write: false, rollupOptions: { input: entry } },
  })
}

test.each([
  'server/events/queries.ts',
  'server/engine/kernel/clock.ts',
  'workers/registry.ts',
  'server/events/not-rules.ts',
])('%s fails the client build', async (file) => {
  await expect(bundle(file)).rejects.toThrow(`${file} must not reach the browser`)
})

test.each([
  'server/events/contract.ts',
  'server/shifts/roster-editor/contract.ts',
  'server/shifts/rules.ts',
  'app/ui/date-format.ts',
])('%s may be sent', async (file) => {
  await expect(bundle(file)).resolves.toBeTruthy()
})

test('type imports are erased, and the server’s bundle may import anything', async () => {
  await expect(bundle('server/events/queries.ts', { type: true })).resolves.toBeTruthy()
  await expect(bundle('server/events/queries.ts', { ssr: true })).resolves.toBeTruthy()
})

const CONTRACT = `import * as z from 'zod'
const line = (max: number) => z.string().max(max)
export const MOST = 12
export const input = z.object({ name: line(MOST).min(1), kinds: z.array(z.enum(['a', 'b'])) }).strict()
export const output = input.extend({ id: z.number() })
`

async function taking(name: 'MOST' | 'output') {
  await mkdir(path.join(root, 'server/events'), { recursive: true })
  await writeFile(path.join(root, 'server/events/contract.ts'), CONTRACT)
  await writeFile(
    path.join(root, 'entry.ts'),
    `import { ${name} } from './server/events/contract.ts'\nglobalThis.used = ${name}`,
  )
  const [built] = [
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [keepServerOutOfTheBrowser(root), keepUnusedSchemasOutOfTheBrowser()],
      resolve: { alias: { zod: path.resolve('node_modules/zod/index.js') } },
      build: { write: false, minify: false, rollupOptions: { input: path.join(root, 'entry.ts') } },
    }),
  ].flat()
  return built && 'output' in built ? built.output.map((part) => ('code' in part ? part.code : '')).join('') : ''
}

test('a label or limit of a contract is bundled without its schemas; a schema that a screen calls fails the build', async () => {
  const code = await taking('MOST')
  expect(code).toContain('12')
  expect(code.length).toBeLessThan(500)
  await expect(taking('output')).rejects.toThrow('zod must not reach the browser')
})
