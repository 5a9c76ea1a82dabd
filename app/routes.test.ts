import path from 'node:path'
import { expect, test } from 'vitest'
import { routeFiles, routeName } from '#tests/support/route-files.ts'

const files = routeFiles()

test('each route has one file, beside that of its parent route', () => {
  expect(files.length).toBeGreaterThan(300)
  expect(new Set(files.map(routeName)).size).toBe(files.length)
  const apart = files.flatMap((file) =>
    files
      .filter(
        (parent) => routeName(file).startsWith(`${routeName(parent)}.`) && path.dirname(file) !== path.dirname(parent),
      )
      .map((parent) => `${file} is part of ${parent}`),
  )
  expect(apart).toEqual([])
})

test('the folder of a route is no part of its id', async () => {
  Object.assign(globalThis, { __remixAppDirectory: 'app' })
  const { default: routes } = await import('./routes.ts')
  const idsOf = (entries: Awaited<typeof routes>): string[] =>
    entries.flatMap(({ id = '', children = [] }) => [id, ...idsOf(children)])
  expect(idsOf(await routes).sort()).toEqual(files.map((file) => `routes/${routeName(file)}`).sort())
})
