import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sourceStack } from './source-stack.ts'

/** Fails in its fifth line, logs that, and exits like a process that could not start. */
const SOURCE = `import { createLog } from '#server/engine/kernel/log.ts'
import { thrownText } from '#server/engine/kernel/source-stack.ts'
type Fault = { text: string }

const fail = ({ text }: Fault): never => { throw new Error(text) }
try {
  fail({ text: 'broken' })
} catch (error) {
  createLog({ level: 'error' }).error({ err: error }, 'failed')
  process.stderr.write(thrownText(error))
}
`
let folder: string
let built: string

beforeAll(async () => {
  mkdirSync('.cache', { recursive: true })
  folder = mkdtempSync(path.resolve('.cache', 'source-stack-'))
  const entry = path.join(folder, 'fail.ts')
  writeFileSync(entry, SOURCE)
  built = path.join(folder, 'build', 'fail.js')
  await build({
    ...{ entryPoints: [entry], outfile: built, bundle: true, format: 'esm', platform: 'node', sourcemap: true },
    ...{ packages: 'external', target: 'node20' },
  })
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('the log and a failed start name the line of the source', () => {
  const { stdout, stderr } = spawnSync(process.execPath, [built], { encoding: 'utf8' })
  const place = `at fail (${path.relative(process.cwd(), path.join(folder, 'fail.ts'))}:5:`
  expect(JSON.parse(stdout).err.stack).toContain(place)
  expect(stderr).toContain(place)
  expect(stderr).not.toContain('fail.js')
})

test('a stack without a valid map stays unchanged', () => {
  const stack = `Error: broken\n    at fail (${pathToFileURL(`${built}.js`)}:3:9)`
  expect(sourceStack(stack)).toBe(stack)
  writeFileSync(`${built}.js.map`, '{')
  expect(sourceStack(stack)).toBe(stack)
})

test('a long message takes linear time', () => {
  const begun = performance.now()
  const hostile = `Error: ${'file://'.repeat(300_000)}\n${'    at f (node:a:1:1)\n'.repeat(20_000)}`
  expect(sourceStack(hostile)).toBe(hostile)
  expect(performance.now() - begun).toBeLessThan(5_000)
})
