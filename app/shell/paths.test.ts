import { matchRoutes } from '@remix-run/react'
import { expect, test } from 'vitest'
import { paths } from './paths.ts'

const FILES = Object.keys(import.meta.glob('../**/routes/*.{ts,tsx}'))
/** Converts a route file to its URL by Remix's rules: dots separate, `$` matches anything, brackets are literal. */
const addressOf = (file: string) =>
  file
    .replace(/^.*\/routes\/|\.tsx?$/g, '')
    .replaceAll(/\[(.*?)\]/g, (_, text: string) => text.replaceAll('.', '\0'))
    .split('.')
    .filter((part) => !part.startsWith('_'))
    .map((part) =>
      part
        .replace(/_$/, '')
        .replace(/^\((.*)\)$/, '$1?')
        .replace(/^\$$/, '*')
        .replace(/^\$/, ':'),
    )
    .join('/')
    .replaceAll('\0', '.')
const TREE = FILES.map((file) => ({ id: file.replace(/^.*\/routes\//, ''), path: `/${addressOf(file)}` }))
const routeOf = (address: string) => matchRoutes(TREE, address)?.at(-1)?.route.id

test('people’s pages have the id in the middle of the URL, with or without it; the list is another page', () => {
  expect([paths.people, paths.person(7), paths.personShifts(7)]).toEqual([
    '/people/list',
    '/people/7/info',
    '/people/7/shifts',
  ])
  for (const [address, file] of [
    ['/people/list', 'people.list.tsx'],
    ['/people/7/info', 'people.$pk.info.tsx'],
    ['/people/info', 'people.info.ts'],
    ['/people/7/shifts', 'people.$pk.shifts.tsx'],
    ['/people/shifts', 'people.shifts.ts'],
    ['/people/7/records', 'people.$pk.records.tsx'],
    ['/people/records', 'people.records.ts'],
    ['/people/7/emails', 'people.$pk.emails.tsx'],
    ['/people/emails', 'people.emails.ts'],
  ])
    expect([address, routeOf(address ?? '')]).toEqual([address, file])
})

test('a URL with a word is never taken for one with an id', () => {
  for (const address of [
    '/events/add',
    '/events/public',
    '/events/list',
    '/events/types',
    '/series/list',
    '/events/calendar',
  ])
    expect([address, routeOf(address)]).not.toEqual([address, expect.stringContaining('$pk.')])
})
