import { expect, test } from 'vitest'
import { pagesOnly } from './page-manifest.mjs'

const route = (id: string, imports: string[], more = {}) => ({
  id,
  parentId: 'root',
  hasAction: false,
  hasLoader: true,
  hasClientAction: false,
  hasClientLoader: false,
  hasErrorBoundary: false,
  module: `/assets/${id.replace('/', '.')}.js`,
  imports,
  css: [],
  ...more,
})

function restored(manifest: object): unknown {
  const window: { __remixManifest?: unknown } = {}
  new Function('window', pagesOnly(`window.__remixManifest=${JSON.stringify(manifest)};`))(window)
  return window.__remixManifest
}

const SHARED = ['/assets/framework.js', '/assets/entry.js']

test('the browser gets all pages unchanged and no call of the API', () => {
  const pages = {
    root: route('root', SHARED, { parentId: undefined, path: '', hasErrorBoundary: true, css: ['/assets/root.css'] }),
    'routes/dashboard': route('routes/dashboard', [...SHARED, '/assets/items.js'], { path: 'dashboard' }),
    'routes/apidocs': route('routes/apidocs', SHARED, { path: 'apidocs', index: true, hasAction: true }),
    'routes/logout': route('routes/logout', [], { path: 'logout', parentId: 'routes/apidocs', hasLoader: false }),
  }
  const rest = { entry: { module: '/assets/entry.js', imports: SHARED }, url: '/assets/manifest.js', version: '1a' }
  const call = route('routes/api.people.self', SHARED)
  expect(restored({ ...rest, routes: { ...pages, 'routes/api.people.self': call } })).toEqual({
    ...rest,
    routes: pages,
  })
})

test('the name of a file is sent once', () => {
  const routes = Object.fromEntries(['a', 'b', 'c'].map((id) => [id, route(id, SHARED)]))
  const text = pagesOnly(`window.__remixManifest=${JSON.stringify({ routes })};`)
  expect(text.split('framework.js')).toHaveLength(2)
})

test.each([
  ['no manifest', 'window.routes={}'],
  [
    'a field that is not known',
    `window.__remixManifest=${JSON.stringify({ routes: { a: route('a', [], { lazy: 1 }) } })}`,
  ],
])('a list of another form stops the build: %s', (_what, text) => {
  expect(() => pagesOnly(text)).toThrow('another form')
})
