type RouteEntry = { id: string; path?: string; parentId?: string }

export type RouteMatch<R> = { route: R; params: Record<string, string> }

/** Paths that read the same however they are decoded. Everything else is Remix's to match. */
export const PLAIN = /^(?:\/[\w.~-]+)+\/?$/

/**
 * Finds the route of a path under `prefix` by Remix's own rules of rank, which it applies anew to all routes on each request
 * and which are applied here once. Null where Remix must look by itself.
 */
export function routeIndex<R extends RouteEntry>(
  routes: Readonly<Record<string, R | undefined>>,
  prefix: string,
): (path: string) => RouteMatch<R> | null {
  const ranked = Object.values(routes)
    .flatMap((route) => (route ? [{ route, segments: fullPath(routes, route).split('/') }] : []))
    .filter(({ segments }) => segments[0] === prefix)
    .map((entry) => ({ ...entry, rank: rankOf(entry.segments), wanted: wantedOf(entry.segments) }))
    .sort((a, b) => b.rank - a.rank)
  return (path) => {
    if (!PLAIN.test(path)) return null
    const parts = path.slice(1, path.endsWith('/') ? -1 : undefined).split('/')
    const fixed = parts.map((part) => part.toLowerCase())
    for (const { route, wanted } of ranked) {
      if (!fits(wanted, fixed)) continue
      return wanted.rest ? null : { route, params: paramsOf(wanted, parts) }
    }
    return null
  }
}

/** The path of a route with those of its parents, without a slash in front. */
export function fullPath(routes: Readonly<Record<string, RouteEntry | undefined>>, route: RouteEntry): string {
  const parent = route.parentId ? routes[route.parentId] : undefined
  return [parent ? fullPath(routes, parent) : '', route.path].filter(Boolean).join('/')
}

/** As Remix scores: fixed segments before parameters, a rest last. */
const rankOf = (segments: readonly string[]) =>
  segments.reduce((sum, text) => sum + (text === '*' ? -2 : text.startsWith(':') ? 3 : 10), segments.length)

/** What each part of a path must be, null where it may be anything; with `rest`, more parts may follow. */
type Wanted = {
  parts: readonly (string | null)[]
  names: readonly (readonly [name: string, at: number])[]
  rest: boolean
}

function wantedOf(segments: readonly string[]): Wanted {
  if (segments.some((text) => text.endsWith('?'))) throw new Error(`${segments.join('/')}: no optional parts here.`)
  const rest = segments.at(-1) === '*'
  const own = rest ? segments.slice(0, -1) : segments
  return {
    parts: own.map((text) => (text.startsWith(':') ? null : text.toLowerCase())),
    names: own.flatMap((text, at) => (text.startsWith(':') ? [[text.slice(1), at] as const] : [])),
    rest,
  }
}

const fits = ({ parts, rest }: Wanted, given: readonly string[]): boolean =>
  (rest ? given.length >= parts.length : given.length === parts.length) &&
  parts.every((part, at) => part === null || part === given[at])

const paramsOf = ({ names }: Wanted, given: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map(([name, at]) => [name, given[at] ?? '']))
