type RouteEntry = { id: string; path?: string; parentId?: string }

/** Paths that read the same however they are decoded. */
export const PLAIN_PATH = /^(?:\/[\w.~-]+)+\/?$/

/** The path of a route with those of its parents, without a slash in front. */
export function fullPath(routes: Readonly<Record<string, RouteEntry | undefined>>, route: RouteEntry): string {
  const parent = route.parentId ? routes[route.parentId] : undefined
  return [parent ? fullPath(routes, parent) : '', route.path].filter(Boolean).join('/')
}
