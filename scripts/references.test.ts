import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const FOLDERS = ['app', 'bin', 'docs', 'infra', 'migrations', 'scripts', 'server', 'tests', 'workers']
const WRITTEN = /\.(tsx?|mjs|cjs|js|css|sql|md)$/

const files = [
  ...FOLDERS.flatMap((folder) => readdirSync(folder, { recursive: true }).map((file) => `${folder}/${file}`)),
  ...readdirSync('.'),
].filter(
  (file) =>
    WRITTEN.test(file) &&
    !file.endsWith('/references.test.ts') &&
    !/^infra\/aws\/(?:node_modules|cdk\.out)\//.test(file),
)

const CONFIGURATION = [
  'package.json',
  'tsconfig.json',
  'biome.json',
  'infra/compose.yaml',
  'infra/backup.sh',
  'Dockerfile',
]

/** The text of a file with wrapped comments on one line, so that a reference may span lines. */
const sources = files.map((file) => ({
  file,
  text: readFileSync(file, 'utf8').replace(/\n[ \t]*(?:\*|\/\/|#|--)?[ \t]+(?=\S)/g, ' '),
}))

const FOREIGN = [
  /\bspecification,?\s+§/gi,
  /\bof (?:the )?specification\b/gi,
  /\bproduct decisions?\b/gi,
  /\bsecurity(?:\.md)?,?\s+(?:rows?|section)\s+\w+/gi,
  /\breminders\.md\s+§/gi,
  /\b(?:trap|pitfall)s?\s+[TP]\d+/gi,
  /\btraps? of the checklist\b/gi,
  /(?<![-}\d])\bT\d{2}\b(?!:\d|Z)/g,
  /\(P\d{1,2}(?:, P\d{1,2})*\)/g,
]

test('nothing cites a document that is not in the repository', () => {
  const cited = sources.flatMap(({ file, text }) =>
    FOREIGN.flatMap((pattern) => [...text.matchAll(pattern)].map(([words]) => `${file}: ${words}`)),
  )
  expect(cited).toEqual([])
})

test('a section sign only follows the number of a standard', () => {
  const signs = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/(.{0,12})§/g)].flatMap(([words, before = '']) =>
      /RFC \d{4} $/.test(before) ? [] : `${file}: ${words}`,
    ),
  )
  expect(signs).toEqual([])
})

const headingsOf = (file: string) =>
  new Set([...readFileSync(file, 'utf8').matchAll(/^#{1,6} (.+)$/gm)].map(([, heading = '']) => heading.trim()))

test('every referenced page of docs/ and its heading exist', () => {
  const missing = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\b(docs\/[\w/-]+\.md)(?:, "([^"]+)")?/g)].flatMap(([words, page = '', heading]) =>
      existsSync(page) && (heading === undefined || headingsOf(page).has(heading)) ? [] : `${file}: ${words}`,
    ),
  )
  expect(missing).toEqual([])
})

const COMMENT = /\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/ [^\n]*/g
const FENCED = /^```[\s\S]*?^```/gm
const isScript = (file: string) => /\.(tsx?|mjs|cjs|js)$/.test(file)

/** Names of several words, such as `camelCase`, `PascalCase` and `UPPER_CASE`, which are never words of a sentence. */
const NAME = /\b(?:[a-z]+\d*[A-Z]\w*|[A-Z][a-z\d]+[A-Z]\w*|[A-Z][A-Z\d]*_[A-Z\d_]*[A-Z\d])\b/g

/** Names of other programs, and names that are examples. */
const OUTSIDE = new Set([
  ...['v3_singleFetch', 'v3_lazyRouteDiscovery'],
  ...['openShiftCount', 'emptyText', 'confirmLabel', 'errorTitle'],
])

test('every name of code in backticks in a comment or a page of docs/ exists', () => {
  const texts = [...files, ...CONFIGURATION].map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  const known = new Set(OUTSIDE)
  for (const { file, text } of texts) {
    if (file.endsWith('.md')) continue
    for (const [word] of (isScript(file) ? text.replace(COMMENT, ' ') : text).matchAll(/\w+/g)) known.add(word)
  }
  const proseOf = (file: string, text: string) => {
    if (isScript(file)) return [...text.matchAll(COMMENT)].map(([comment]) => comment).join('\n')
    return file.startsWith('docs/') && file.endsWith('.md') ? text.replace(FENCED, '') : ''
  }
  const missing = texts.flatMap(({ file, text }) =>
    [...proseOf(file, text).matchAll(/`[^`\n]+`/g)].flatMap(([quoted]) =>
      [...quoted.matchAll(NAME)].flatMap(([name]) => (known.has(name) ? [] : `${file}: ${name}`)),
    ),
  )
  expect(missing).toEqual([])
})

test('every referenced decision exists', () => {
  const decisions = readdirSync('docs/decisions')
  const missing = sources.flatMap(({ file, text }) =>
    [...text.matchAll(/\bdecisions?(?: |\/)(\d{3}(?:-[\w-]+)?)/gi)].flatMap(([words, name = '']) =>
      decisions.some((decision) => decision === `${name}.md` || decision.startsWith(`${name}-`))
        ? []
        : `${file}: ${words}`,
    ),
  )
  expect(missing).toEqual([])
})
