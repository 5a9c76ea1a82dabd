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
    .map((entry) => ({ ...entry, rank: rankOf(entry.segments), pattern: patternOf(entry.segments) }))
    .sort((a, b) => b.rank - a.rank)
  return (path) => {
    if (!PLAIN.test(path)) return null
    for (const { route, segments, pattern } of ranked) {
      const found = pattern.exec(path)
      if (found) return segments.includes('*') ? null : { route, params: { ...found.groups } }
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

function patternOf(segments: readonly string[]): RegExp {
  if (segments.some((text) => text.endsWith('?'))) throw new Error(`${segments.join('/')}: no optional parts here.`)
  const parts = segments.map((text) => {
    if (text === '*') return '(?:/.*)?'
    return `/${text.startsWith(':') ? `(?<${text.slice(1)}>[^/]+)` : text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}`
  })
  return new RegExp(`^${parts.join('')}/*$`, 'i')
}
