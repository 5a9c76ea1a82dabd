type RouteEntry = { id: string; path?: string; parentId?: string }

/** Paths that decoding does not change. */
export const PLAIN_PATH = /^(?:\/[\w.~-]+)+\/?$/

export function fullPath(routes: Readonly<Record<string, RouteEntry | undefined>>, route: RouteEntry): string {
  const parent = route.parentId ? routes[route.parentId] : undefined
  return [parent ? fullPath(routes, parent) : '', route.path].filter(Boolean).join('/')
}
