import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createProductCollections } from '#server/registry.ts'
import { SWAP_KINDS } from '#server/swaps/contract.ts'
import { AREAS, areaPrefixes } from './areas-contract.ts'
import { NOUNS } from './contract.ts'
import { actionLabel } from './labels.ts'

const collections = createProductCollections().declarations.map(({ contract }) => contract.name)
const eachOf = (verbs: readonly string[]) => collections.flatMap((name) => verbs.map((verb) => `${name}.${verb}`))

const COMPOSED: Readonly<Record<string, readonly string[]>> = {
  'factor.${change}': ['totp.add', 'totp.remove', 'passkey.add', 'passkey.remove', 'recovery.renew'].map(
    (c) => `factor.${c}`,
  ),
  'shift.${what}': ['shift.start', 'shift.end'],
  'swaps.${input.kind}': SWAP_KINDS.map((kind) => `swaps.${kind}`),
  '${name}.${action}': eachOf(['create', 'update', 'remove', 'restore']),
  '${name}.export': eachOf(['export']),
  '${name}.import': eachOf(['import']),
  '${name}.merge': eachOf(['merge']),
}

const WRITERS: Readonly<Record<string, string>> = {
  auditMove: 'server/cover/control.ts',
  write: 'server/publishing/commands.ts',
  entry: 'server/people/access-changes.ts',
  setStatus: 'server/platform/sites.ts',
  recordChange: 'server/platform/sites.ts',
}

const files = readdirSync('server', { recursive: true, encoding: 'utf8' }).map(
  (file) => `server/${file.replaceAll('\\', '/')}`,
)

const sources = files
  .filter((file) => file.endsWith('.ts') && !/\.test\.ts$|^server\/(?:operators|audit)\//.test(file))
  .map((file) => ({ file, text: readFileSync(file, 'utf8') }))
  .filter(({ text }) => /\baudit(?:Site)?\(|\bAuditEntry\b/.test(text))

const NAME = /'([a-z_]+(?:\.[a-z_]+)+)'/g
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, part = '']) => part)

function writtenActions(): string[] {
  const literal = sources.flatMap(({ text }) =>
    found(text.replaceAll(/recordAct\([^;]*?\)\n/g, ''), /\baction:([^{]*?)(?:,\n|, [a-z_]+:| \}|\n\s+\})/gs).flatMap(
      (part) => found(part, NAME),
    ),
  )
  const through = sources.flatMap(({ text }) =>
    found(text, new RegExp(`\\b(?:${Object.keys(WRITERS).join('|')})\\(([^;{]*?'[a-z_.]+')`, 'g')).flatMap((part) =>
      found(part, NAME),
    ),
  )
  const templates = sources.flatMap(({ text }) => found(text, /\baction: `([^`]+)`/g))
  expect([...new Set(templates)].sort()).toEqual(Object.keys(COMPOSED).sort())
  const functions = files.filter((file) => file.endsWith('.sql')).map((file) => readFileSync(file, 'utf8'))
  const triggers = functions
    .flatMap((text) => found(text, /insert into audit\b([^;]*?);/gs))
    .flatMap((part) => found(part, NAME))
  return [...new Set([...literal, ...through, ...triggers, ...Object.values(COMPOSED).flat()])].sort()
}

const actions = writtenActions()

test('the functions that take an action are known', () => {
  const given = sources
    .filter(({ text }) => /(?:\(\{ |^\s+|audit\(ctx, \{ )action,/m.test(text))
    .map(({ file }) => file)
  const own = [
    'server/engine/access/audit.ts',
    'server/engine/collections/csv-import.ts',
    'server/people/page/queries.ts',
  ]
  expect(given.filter((file) => !own.includes(file)).sort()).toEqual([...new Set(Object.values(WRITERS))].sort())
})

test('every written action has its own label', () => {
  expect(actions).toEqual(
    expect.arrayContaining([
      'events.decide',
      'shift.publish',
      'cover.ask',
      'apikeys.revoke',
      'site.suspend',
      'photo.remove',
      'availability.unset',
      'request.agree_times',
      'people.join',
    ]),
  )
  expect(
    actions.filter((action) => /^[a-z][a-z ]*: /.test(actionLabel(action))),
    'Say them in `audit` of the feature; those of a collection need its noun only.',
  ).toEqual([])
})

test('every collection has a noun', () => {
  expect(
    collections.filter((name) => !(name in NOUNS)),
    'Add it to `NOUNS` in server/audit/contract.ts.',
  ).toEqual([])
})

test('every written action is in one area of the filter', () => {
  const areasOf = (action: string) =>
    AREAS.filter(({ area }) => areaPrefixes(area).includes(action.split('.')[0] ?? ''))
  expect(
    actions.filter((action) => areasOf(action).length !== 1),
    'Add its first part to an area in server/audit/areas-contract.ts.',
  ).toEqual([])
})
