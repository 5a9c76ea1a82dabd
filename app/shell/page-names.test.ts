import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { sentName, templateName, writtenName } from '#app/features/messages/message-data.ts'
import { routeFiles, routeName } from '#tests/support/route-files.ts'
import { listedRecordName, openRecordName } from '../collections/open-record-name.ts'
import { dayName } from './page-names.ts'

/** Pages whose URL names a record that their title does not, with the reason. */
const UNNAMED: Readonly<Record<string, string>> = {
  $: 'shows that there is nothing',
  'apidocs.($area)': 'shows the whole description at one of its areas',
  'profile.emails.$uid': 'its parameter is a secret',
}

const OF_A_DAY = ['timesheets_.day']

/**
 * Pages whose URL names their subject. The parameter of a link in a message is a secret; some routes re-export
 * another's page.
 */
const files = new Map(routeFiles().flatMap((file) => (file.endsWith('.tsx') ? [[routeName(file), file]] : [])))
const routes = [...files.keys()].filter(
  (name) => (name.includes('$') && !name.includes('$token')) || OF_A_DAY.includes(name),
)

function isNamed(name: string): boolean {
  const layout = routes.find((other) => other !== name && name.startsWith(`${other}.`))
  const handle = /export const handle = \{[^}]*\}/.exec(readFileSync(files.get(name)!, 'utf8'))?.[0]
  return /\bnameOf:/.test(handle ?? '') || (layout !== undefined && isNamed(layout))
}

test('each page of one record has its name in the title', () => {
  expect(routes.length).toBeGreaterThan(30)
  expect(routes.filter((name) => !isNamed(name) && !Object.hasOwn(UNNAMED, name))).toEqual([])
  expect(Object.keys(UNNAMED).filter((name) => !routes.includes(name) || isNamed(name))).toEqual([])
})

test('each page’s name comes from the data of its loader, by its type', () => {
  const named = routeFiles().flatMap((file) => {
    const [handle] = /^export const handle = .*?\n\n/ms.exec(readFileSync(file, 'utf8')) ?? []
    return handle?.includes('nameOf:') ? [{ file, handle }] : []
  })
  expect(named.length).toBeGreaterThan(30)
  const isTyped = /\} satisfies PageHandle<\s*typeof loader\s*>\n\n$/
  expect(named.filter(({ handle }) => !isTyped.test(handle)).map(({ file }) => file)).toEqual([])
})

const LOCATIONS = { name: 'locations', label: 'name', singular: 'location', title: 'Locations' }

test.each([
  ['Jetty', openRecordName({ open: { id: 1, name: 'Jetty' }, contract: LOCATIONS, displayNames: {} })],
  ['Untitled location', openRecordName({ open: { id: 1, name: '' }, contract: LOCATIONS, displayNames: {} })],
  ['Race, Ann', openRecordName({ open: { id: 1 }, contract: LOCATIONS, displayNames: { 1: 'Race, Ann' } })],
  ['', openRecordName({ open: null, contract: LOCATIONS, displayNames: {} })],
  ['', openRecordName({ open: 'new', contract: LOCATIONS, displayNames: {} })],
  ['Jetty · Locations', listedRecordName({ open: { id: 1, name: 'Jetty' }, contract: LOCATIONS, displayNames: {} })],
  ['Locations', listedRecordName({ open: null, contract: LOCATIONS, displayNames: {} })],
  ['Lift-out', writtenName({ message: { kind: 'email', subject: 'Lift-out', body: 'Dear all' } })],
  ['Untitled email', writtenName({ message: { kind: 'email', subject: '', body: 'Dear all' } })],
  ['Gates open', writtenName({ message: { kind: 'sms', subject: '', body: 'Gates open' } })],
  ['Text', writtenName({ message: { kind: 'sms', subject: '', body: '', started_at: '2027-06-01T12:00:00Z' } })],
  ['', writtenName({ message: null })],
  ['Lift-out', sentName({ view: 'message', sent: { message: { kind: 'email', subject: 'Lift-out', excerpt: '' } } })],
  ['', sentName({ view: 'list' })],
  ['Thanks', templateName({ view: 'edit', template: { name: 'Thanks' } })],
  ['', templateName({ view: 'edit', template: null })],
  ['21/11/2026', dayName({ date: '2026-11-21' }, (date) => date.split('-').reverse().join('/'))],
])('%j', (expected, name) => expect(name).toBe(expected))
