import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { expect, test as plain } from 'vitest'
import { createPageBranches } from './page-branches.ts'

type Entry = { id?: string; file: string; path?: string; index?: boolean; children?: Entry[] }
type Route = { id: string; path?: string; index?: boolean; children: Route[] }

const test = plain
  // biome-ignore lint/correctness/noEmptyPattern: Vitest reads from it which other fixtures are needed.
  .extend('routes', { scope: 'file' }, async ({}) => {
    Object.assign(globalThis, { __remixAppDirectory: 'app' })
    const { default: entries } = (await import('../routes.ts')) as unknown as { default: Promise<Entry[]> }
    const routeOf = ({ file, children = [], ...entry }: Entry): Route => ({
      ...entry,
      id: file,
      children: children.map(routeOf),
    })
    return [{ id: 'root', path: '', children: (await entries).map(routeOf) }] as Route[]
  })
  .extend('build', { scope: 'file' }, ({ routes }) => {
    const flat = (list: Route[], parentId?: string): [string, object][] =>
      list.flatMap(({ children, ...route }) => [
        [route.id, { ...route, ...(parentId && { parentId }) }] as [string, object],
        ...flat(children, route.id),
      ])
    const all = Object.fromEntries(flat(routes))
    return { routes: all, assets: { routes: all } } as unknown as ServerBuild
  })
  .extend('paths', { scope: 'file' }, ({ routes }) => {
    const filled = (path: string): string[] => {
      const parts = path.split('/')
      const at = parts.findIndex((part) => part.endsWith('?'))
      if (at < 0) return [path]
      const [before, after] = [parts.slice(0, at), parts.slice(at + 1)]
      return [[parts[at]!.slice(0, -1)], []].flatMap((part) => filled([...before, ...part, ...after].join('/')))
    }
    const pathsOf = (list: Route[], parent: string): string[] =>
      list.flatMap(({ path = '', children }) => {
        const whole = `${parent}/${path}`
        return [...filled(whole), ...pathsOf(children, whole)]
      })
    return [...new Set(pathsOf(routes, '').map((path) => path.replaceAll(/\/+/g, '/').replace('*', 'some/where')))]
  })

test('each branch has the template of its URL, whatever its ids', ({ build }) => {
  const templateAt = createPageBranches(build, (_branch, template) => template)
  expect(
    ['/events/7', '/events/8/', '/EVENTS/9/shifts', '/dashboard', '/no/such/place', '/%C3%BC'].map((path) =>
      templateAt(path),
    ),
  ).toEqual(['events/:pk', 'events/:pk', 'events/:pk/shifts', 'dashboard', '*', undefined])
})

const serving = (build: ServerBuild) => createPageBranches(build, (branch) => Object.keys(branch.routes).sort())

const FILLINGS = ['17', 'some-word', 'add', 'list', 'EVENTS']
/** With PROOF=1 every combination per path; by default one, rotating from path to path. */
const of = (turn: number) => (_path: string, at: number) => Boolean(process.env.PROOF) || at % FILLINGS.length === turn

test('each page is served by exactly the routes that Remix would choose among all', ({ routes, build, paths }) => {
  const branch = serving(build)
  expect(paths.length).toBeGreaterThan(100)
  for (const [turn, filling] of FILLINGS.entries())
    for (const path of paths.filter(of(turn)).map((path) => path.replaceAll(/:\w+/g, filling))) {
      const ids = matchRoutes(routes as never, path)?.map(({ route }) => (route as unknown as Route).id)
      expect([path, branch(path)]).toEqual([path, ids?.sort() ?? Object.keys(build.routes).sort()])
    }
})

test('a page gets few routes, and the same ones for another id', ({ build }) => {
  let made = 0
  const branch = createPageBranches(build, (branch) => ({ made: ++made, routes: Object.keys(branch.routes).length }))
  const first = branch('/events/17')
  expect(first.routes).toBeLessThan(6)
  expect(branch('/events/18')).toBe(first)
  expect(branch('/Events/x')).toBe(first)
  expect(made).toBe(1)
})

for (const path of ['//host/path', '/events/%31', '/events//1', '/a b', `/${'ü'.repeat(9)}`])
  test(`the whole build serves ${path}, which is no plain path`, ({ build }) => {
    expect(serving(build)(path)).toHaveLength(Object.keys(build.routes).length)
  })
