import { matchRoutes } from '@remix-run/react'
import { expect, test } from 'vitest'
import { matcher } from './api-router.ts'

const PATHS = [
  'api/:collection',
  'api/:collection/:id',
  'api/:collection/export.csv',
  'api/auth/login',
  'api/events/:id/publish',
  'api/emailsettings/:uid',
  'api/imports',
  'api/imports/preview',
  'api/imports/:id/undo',
  'api/openapi.json',
]
const TREE = [{ id: 'root', path: '', children: PATHS.map((path) => ({ id: path, path })) }]
const find = matcher(PATHS.map((path) => ({ path })))

test.each([
  '/api/shifts',
  '/api/shifts/',
  '/api/SHIFTS/',
  '/api/shifts/7',
  '/api/shifts/export.csv',
  '/api/events/7/publish',
  '/api/EVENTS/7/Publish',
  '/api/imports',
  '/api/imports/preview',
  '/api/imports/9',
  '/api/imports/9/undo/',
  '/api/auth/login',
  '/api/openapi.json',
  '/api/openapi-json',
  '/api/emailsettings/0b1e6d0e-5c1b',
  '/api/%73hifts/7',
  '/api/%C3%BC',
  '/api/a%2Fb/7',
])('%s is the route that Remix finds', (path) => {
  const theirs = matchRoutes(TREE, path)!.at(-1)!
  expect(find(path)).toEqual({ route: { path: theirs.route.path }, params: theirs.params })
})

test.each([
  '/api',
  '/events/7',
  '/api//shifts',
  '/apis/shifts',
  '/',
  '/api/shifts/7/history/',
  '/api/auth/login/again',
])('%s is no route', (path) => expect(find(path)).toBeNull())

test('a path that cannot be decoded is refused', () => {
  expect(() => find('/api/%zz')).toThrow(URIError)
})
