import type { ServerBuild } from '@remix-run/node'
import { matchRoutes } from '@remix-run/react'
import { fullPath, PLAIN_PATH } from './route-path.ts'

type Branched = Pick<ServerBuild, 'routes' | 'assets'>
type Nested = { id: string; path?: string; index?: boolean; children?: Nested[] }

/** URLs differ only in their ids, so that there are some hundred shapes; the limit is for made-up ones. */
const MOST_SHAPES = 1_000

const ANY = ':'

/**
 * Serves each page by the few routes that its URL matches. Remix compares a URL with all routes three times per page,
 * and builds all of them again to render it.
 * @param handlerOf creates the handler of a build; called once per branch, at its first page, with the template of its
 * URL.
 * @returns the handler of the page at a path; for an unknown or unusual one, the handler of the whole build.
 */
export function createPageBranches<B extends Branched, H>(
  build: B,
  handlerOf: (build: B, template: string | undefined) => H,
): (path: string) => H {
  const routes = nestedRoutes(build.routes)
  const words = staticParts(build.routes)
  const whole = once(() => handlerOf(build, undefined))
  const byBranch = new Map<string, () => H>()
  const byShape = new Map<string, () => H>()

  const branchOf = (path: string): (() => H) => {
    const matches = matchRoutes(routes as never, path)
    if (!matches) return whole
    const ids = matches.map(({ route }) => (route as unknown as Nested).id)
    const key = ids.join(' ')
    const known = byBranch.get(key) ?? once(() => handlerOf(limitedTo(build, ids), templateOf(build, ids)))
    byBranch.set(key, known)
    return known
  }

  return (path) => {
    if (path !== '/' && !PLAIN_PATH.test(path)) return whole()
    const shape = shapeOf(path, words)
    let handler = byShape.get(shape)
    if (!handler) {
      handler = branchOf(shape)
      if (byShape.size < MOST_SHAPES) byShape.set(shape, handler)
    }
    return handler()
  }
}

/** Template of a branch: "events/:pk/shifts"; "/" for the start. */
function templateOf({ routes }: Branched, ids: readonly string[]): string {
  const last = routes[ids.at(-1) ?? '']
  return (last && fullPath(routes, last)) || '/'
}

/** Replaces the parts that no route spells out: the router ignores case, and accepts anything for the rest. */
const shapeOf = (path: string, words: ReadonlySet<string>): string =>
  path
    .toLowerCase()
    .split('/')
    .map((part) => (part === '' || words.has(part) ? part : ANY))
    .join('/')

const staticParts = (routes: ServerBuild['routes']): ReadonlySet<string> =>
  new Set(Object.values(routes).flatMap((route) => (route?.path ?? '').toLowerCase().split('/').filter(isStatic)))

const isStatic = (part: string) => part !== '' && part !== '*' && !part.startsWith(':')

function nestedRoutes(routes: ServerBuild['routes'], parentId?: string): Nested[] {
  return Object.values(routes)
    .filter((route) => route && (route.parentId || undefined) === parentId)
    .map((route) => {
      const { id, path, index } = route!
      const children = nestedRoutes(routes, id)
      return {
        id,
        ...(path !== undefined && { path }),
        ...(index ? { index } : { children }),
      }
    })
}

function limitedTo<B extends Branched>(build: B, ids: readonly string[]): B {
  const only = <R>(routes: Readonly<Record<string, R>>) =>
    Object.fromEntries(ids.flatMap((id) => (routes[id] ? [[id, routes[id]] as const] : [])))
  return { ...build, routes: only(build.routes), assets: { ...build.assets, routes: only(build.assets.routes) } }
}

function once<T>(make: () => T): () => T {
  let made: { value: T } | undefined
  return () => {
    made ??= { value: make() }
    return made.value
  }
}
