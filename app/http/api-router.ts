import { notFound } from '#server/engine/kernel/errors.ts'
import { answerWithCall, type Call, callsAt, type Endpoint } from './calls.ts'
import { allowHeader, answerCall, type HandlerArgs, permitAnyone } from './pipeline.ts'
import type { Reply } from './reply.ts'

type RouteModule = { loader?: unknown; action?: unknown }

/** A route module by its path without the leading slash: `api/events/:id/publish`. */
export type ApiRoute = { path: string; module: RouteModule }

export type ApiRouter = {
  /**
   * Handles a call of the API, also for an unknown path.
   * @param onRoute receives the template of its route.
   * @throws URIError for a path that cannot be decoded.
   */
  answer(
    path: string,
    args: Omit<HandlerArgs, 'params'>,
    onRoute?: (template: string) => void,
  ): Promise<Reply | Response>
}

const EVERY_METHOD = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE']

/** Routes the calls of the API by path, ranked as Remix ranks routes: words before parameters. */
export function createApiRouter(routes: readonly ApiRoute[]): ApiRouter {
  const find = matcher(routes.map(({ path, module }) => ({ path, calls: callsOf(module) })))
  return {
    answer: async (path, args, onRoute) => {
      const match = find(path)
      if (match) onRoute?.(match.route.path)
      const { method } = args.request
      if (!match)
        return answerCall(
          { ...args, params: {} },
          { methods: [...EVERY_METHOD, method], anyOrigin: true, permit: permitAnyone },
          async () => {
            throw notFound()
          },
        )
      const routeArgs = { ...args, params: match.params }
      const calls = callsAt(match.route.calls, routeArgs)
      if (method === 'OPTIONS' && calls.length)
        return answerCall(
          routeArgs,
          { methods: [method], anyOrigin: true, credentials: { kind: 'none' }, permit: permitAnyone },
          async () => options(calls),
        )
      return answerWithCall(calls, routeArgs)
    },
  }
}

const options = (calls: readonly Call[]): Reply => ({
  status: 204,
  headers: { allow: allowHeader(calls.map(({ method }) => method)), 'cache-control': 'no-store' },
  body: null,
})

export const callsOf = ({ loader, action }: RouteModule): Call[] => [
  ...new Set([loader, action].flatMap((endpoint) => (endpoint as Partial<Endpoint> | undefined)?.calls ?? [])),
]

type Match<R> = { route: R; params: Record<string, string> }

/** Finds the route of a path. Each part is decoded separately; an empty part matches nothing. */
export function matcher<R extends { path: string }>(routes: readonly R[]): (path: string) => Match<R> | null {
  const ranked = routes
    .map((route) => ({ route, segments: route.path.split('/') }))
    .map((entry) => ({ ...entry, rank: rankOf(entry.segments), wanted: wantedOf(entry.segments) }))
    .sort((a, b) => b.rank - a.rank)
  return (path) => {
    const parts = path
      .slice(1, path.endsWith('/') ? -1 : undefined)
      .split('/')
      .map((part) => (part.includes('%') ? decodeURIComponent(part) : part))
    const words = parts.map((part) => part.toLowerCase())
    for (const { route, wanted } of ranked) if (fits(wanted, words)) return { route, params: paramsOf(wanted, parts) }
    return null
  }
}

const rankOf = (segments: readonly string[]) =>
  segments.reduce((sum, text) => sum + (text.startsWith(':') ? 3 : 10), segments.length)

/** Literal text required in each part of a path, or null for a parameter. */
type Wanted = {
  parts: readonly (string | null)[]
  names: readonly (readonly [name: string, index: number])[]
}

const wantedOf = (segments: readonly string[]): Wanted => ({
  parts: segments.map((text) => (text.startsWith(':') ? null : text.toLowerCase())),
  names: segments.flatMap((text, index) => (text.startsWith(':') ? [[text.slice(1), index] as const] : [])),
})

const fits = ({ parts }: Wanted, segments: readonly string[]): boolean =>
  segments.length === parts.length &&
  parts.every((part, index) => (part === null ? segments[index] !== '' : part === segments[index]))

const paramsOf = ({ names }: Wanted, segments: readonly string[]): Record<string, string> =>
  Object.fromEntries(names.map(([name, index]) => [name, segments[index] ?? '']))
