import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = Object.fromEntries(
  readdirSync('app', { recursive: true, encoding: 'utf8' })
    .filter(
      (file) => /^(collections|features|shell|ui|routes)\/.*\.tsx?$/.test(file) && !/\.test\.|routes\/api\./.test(file),
    )
    .map((file) => [`/app/${file}`, readFileSync(`app/${file}`, 'utf8')]),
)

const found = (pattern: RegExp) =>
  Object.entries(sources)
    .filter(([, text]) => pattern.test(text))
    .map(([file]) => file)

test('code loaded on demand waits for the connection', () => {
  const onDemand = found(/=>\s*import\(/)
  expect(onDemand.length).toBeGreaterThan(8)
  expect(onDemand.filter((file) => !/\b(lazyPart|adminPart|loadPart)\(/.test(sources[file] ?? ''))).toEqual([])
  expect(found(/\blazy\(/)).toEqual(['/app/shell/connection/lazy-part.ts'])
})

test('page requests go through the module that handles a lost connection and a lost session', () => {
  expect(found(/(?<![.\w])fetch\(/).sort()).toEqual([
    '/app/features/kiosks/calls.ts',
    '/app/shell/connection/lazy-part.ts',
    // A background count: it fails silently.
    '/app/shell/failed-messages.ts',
    '/app/shell/fetch-api.ts',
    '/app/shell/report-errors.ts',
  ])
})
