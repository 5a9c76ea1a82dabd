import { matchRoutes } from '@remix-run/react'
import { expect, test } from 'vitest'
import { routeIndex } from './route-index.ts'

const PATHS = [
  'api/*',
  'api/files/*',
  'api/:collection',
  'api/:collection/:id',
  'api/auth/login',
  'api/events/:id/publish',
  'api/emailsettings/:uid',
  'api/imports',
  'api/imports/preview',
  'api/imports/:id/undo',
  'api/openapi.json',
  'events/:pk',
]
const ROUTES = Object.fromEntries([
  ['root', { id: 'root', path: '' }],
  ...PATHS.map((path) => [path, { id: path, path, parentId: 'root' }] as const),
])
const TREE = [{ id: 'root', path: '', children: PATHS.map((path) => ({ id: path, path })) }]
const find = routeIndex(ROUTES, 'api')

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
])('%s is the route that Remix finds', (path) => {
  const theirs = matchRoutes(TREE, path)!.at(-1)!
  expect(find(path)).toEqual({
    route: { id: theirs.route.id, path: theirs.route.path, parentId: 'root' },
    params: theirs.params,
  })
})

test.each([
  '/api',
  '/events/7',
  '/api//shifts',
  '/api/%73hifts',
  '/api/ü',
  '/apis/shifts',
  '/',
  '/api/shifts/7/history/',
  '/api/auth/login/again',
  '/api/files/a/b',
])('%s is left to Remix', (path) => {
  const found = find(path)
  expect(found === null || found.route.id === 'api/*').toBe(true)
})
