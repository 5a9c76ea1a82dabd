import { expect, test } from 'vitest'
import { pagesOnly } from './page-manifest.mjs'

const route = (id: string, imports: string[]) => ({ id, parentId: 'root', module: `/assets/${id}.js`, imports })

test('the browser learns the pages as they are, and no call of the API', () => {
  const manifest = {
    entry: { module: '/assets/entry.js', imports: ['/assets/framework.js'] },
    routes: {
      'routes/dashboard': route('dashboard', ['/assets/framework.js', '/assets/entry.js', '/assets/items.js']),
      'routes/apidocs': route('apidocs', []),
      'routes/api.people.self': route('api.people.self', []),
    },
    url: '/assets/manifest.js',
  }
  const text = pagesOnly(`window.__remixManifest=${JSON.stringify(manifest)};`)
  expect(JSON.parse(text.replace('window.__remixManifest=', '').replace(/;$/, ''))).toEqual({
    ...manifest,
    routes: {
      'routes/dashboard': manifest.routes['routes/dashboard'],
      'routes/apidocs': manifest.routes['routes/apidocs'],
    },
  })
})

test('a list of another form stops the build', () => {
  expect(() => pagesOnly('window.routes={}')).toThrow('another form')
})
