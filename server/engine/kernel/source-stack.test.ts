import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { build } from 'esbuild'
import { afterAll, expect, test } from 'vitest'
import { sourceStack, thrownText } from './source-stack.ts'

const SOURCE = `type Fault = { text: string }

export function fail({ text }: Fault): never {
  throw new Error(text)
}
`

const folders: string[] = []
afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Builds that source as the product is built. @returns the folder, and the error that the built code throws. */
async function thrownByBuilt(text: string) {
  mkdirSync('.cache', { recursive: true })
  const folder = mkdtempSync(path.resolve('.cache', 'source-stack-'))
  folders.push(folder)
  const entry = path.join(folder, 'fail.ts')
  writeFileSync(entry, SOURCE)
  const built = path.join(folder, 'build', 'fail.js')
  await build({ entryPoints: [entry], outfile: built, bundle: true, format: 'esm', platform: 'node', sourcemap: true })
  const { fail } = await import(/* @vite-ignore */ pathToFileURL(built).href)
  try {
    fail({ text })
  } catch (error) {
    return { source: path.relative(process.cwd(), entry), built, error: error as Error }
  }
  throw new Error('It did not fail.')
}

test('a stack of built code names the line of its source', async () => {
  const { source, built, error } = await thrownByBuilt('broken')
  const stack = `Error: broken\n    at fail (${pathToFileURL(built)}:3:9)\n    at node:internal/process/task_queues:95:5`
  expect(sourceStack(stack)).toBe(
    `Error: broken\n    at fail (${source}:4:9)\n    at node:internal/process/task_queues:95:5`,
  )
  expect(thrownText(error)).toMatch(/^Error: broken\n/)
})

test('what has no map, or a broken one, stays as it is', async () => {
  const { built } = await thrownByBuilt('broken')
  const stack = `Error: broken\n    at fail (${pathToFileURL(`${built}.js`)}:3:9)`
  expect(sourceStack(stack)).toBe(stack)
  writeFileSync(`${built}.js.map`, '{')
  expect(sourceStack(stack)).toBe(stack)
  expect(thrownText('no error')).toBe('no error')
})

test('a long message takes linear time', () => {
  const begun = performance.now()
  const hostile = `Error: ${'file://'.repeat(300_000)}\n${'    at f (node:a:1:1)\n'.repeat(20_000)}`
  expect(sourceStack(hostile)).toBe(hostile)
  expect(performance.now() - begun).toBeLessThan(5_000)
})
