import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { build } from 'vite'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { joinStylesheets } from './stylesheets.ts'

let root: string
beforeEach(async () => {
  root = await realpath(await mkdtemp(path.join(tmpdir(), 'stylesheets-')))
})
afterEach(() => rm(root, { recursive: true }))

/** A sheet with one class, whose rule no other has: the bundler joins rules that are alike. */
const sheet = (name: string) => `.${name} { content: '${name}' }`
/** A module that loads its own sheet, and others at once or on demand. */
const part = (name: string, now: readonly string[] = [], later: readonly string[] = []) =>
  [
    ...now.map((other) => `import '/app/${other}.tsx'`),
    `import './${path.basename(name)}.css'`,
    `export default () => [${later.map((other) => `import('/app/${other}.tsx')`).join()}]`,
    `document.title += '${name}'`,
  ].join('\n')

/** Builds the parts. @returns what each chunk loads by name, its sheets as the classes in them. */
async function sheetsOf(parts: Record<string, [now?: readonly string[], later?: readonly string[]]>, pages: string[]) {
  for (const [name, [now, later]] of Object.entries(parts)) {
    const file = path.join(root, 'app', name)
    await mkdir(path.dirname(file), { recursive: true })
    await writeFile(`${file}.tsx`, part(name, now, later))
    await writeFile(`${file}.css`, sheet(path.basename(name)))
  }
  const [built] = [
    await build({
      root,
      configFile: false,
      logLevel: 'silent',
      plugins: [joinStylesheets()],
      build: {
        write: false,
        rollupOptions: {
          input: pages.map((page) => path.join(root, 'app', `${page}.tsx`)),
          preserveEntrySignatures: 'strict',
        },
      },
    }),
  ].flat()
  const output = built && 'output' in built ? built.output : []
  const classesIn = (file: string) => {
    const asset = output.find(({ fileName }) => fileName === file)
    return asset?.type === 'asset' ? [...String(asset.source).matchAll(/\.([\w-]+)\{/g)].map(([, name]) => name) : []
  }
  return Object.fromEntries(
    output.flatMap((chunk) =>
      chunk.type === 'chunk' ? [[chunk.name, [...(chunk.viteMetadata?.importedCss ?? [])].map(classesIn)]] : [],
    ),
  )
}

test('each page has one stylesheet beside that of the shell, in the order in which its chunks run', async () => {
  const sheets = await sheetsOf(
    { root: [['frame']], frame: [], first: [['frame', 'badge', 'face']], second: [['face']], badge: [], face: [] },
    ['root', 'first', 'second'],
  )
  expect(sheets).toMatchObject({ root: [['frame', 'root']], first: [['face', 'badge', 'first']] })
  expect(sheets).toMatchObject({ second: [['face', 'second']] })
  expect(Object.values(sheets).flat()).toHaveLength(3)
})

test('screens with a list share the stylesheet of lists', async () => {
  const list = 'collections/list-screen'
  const sheets = await sheetsOf({ people: [[list]], events: [[list]], [list]: [['table']], table: [] }, [
    'people',
    'events',
  ])
  expect(sheets).toMatchObject({
    people: [['people']],
    events: [['events']],
    'list-screen': [['table', 'list-screen']],
  })
})

test('a part loaded on demand brings only what some page lacks', async () => {
  const sheets = await sheetsOf(
    {
      first: [['face', 'input'], ['dialog']],
      second: [['face'], ['dialog']],
      dialog: [['face', 'input']],
      face: [],
      input: [],
    },
    ['first', 'second'],
  )
  expect(sheets).toMatchObject({ dialog: [['input', 'dialog']] })
})
