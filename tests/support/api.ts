import type { ApiArgs } from '#app/http/api.ts'
import { callsOf, pathOfFile } from '#app/http/call-paths.ts'
import { routeIndex } from '#app/http/route-index.ts'
import { createLimits } from '#server/access/limits/limits.ts'
import { createPasswords } from '#server/accounts/password.ts'
import { openSession } from '#server/accounts/sessions.ts'
import { createExternalCalendars } from '#server/calendar/external/read.ts'
import { createCollections } from '#server/collections/engine.ts'
import { readConfig } from '#server/kernel/config.ts'
import { createFetchPublic } from '#server/kernel/fetch-public.ts'
import type { Site } from '#server/tenancy/site.ts'
import type { WebContext } from '#server/web/context.ts'
import { log, type World } from './world.ts'

type Endpoint = (args: ApiArgs) => Promise<Response>
type RouteModule = { loader?: Endpoint; action?: Endpoint }

export type ApiCall = {
  method: string
  /** After `/api`, with its query. */
  path: string
  headers?: Record<string, string>
  body?: unknown
}

export type ApiAnswer = { status: number; text: string; ms: number }

/** The API's own route modules, called as the server calls them, with real credentials and no network in between. */
export async function createApi(world: World) {
  const files = import.meta.glob<RouteModule>('../../app/routes/api.*.ts')
  const modules = Object.fromEntries(
    await Promise.all(Object.entries(files).map(async ([file, load]) => [file, await load()] as const)),
  )
  const routes = Object.fromEntries(
    Object.entries(modules).map(([file, module]) => {
      const path = `api${pathOfFile(file).replaceAll(/\{(\w*)\}/g, (_, name) => (name ? `:${name}` : '*'))}`.replace(
        ':*',
        '*',
      )
      return [file, { id: file, path, module }]
    }),
  )
  const find = routeIndex(routes, 'api')
  const limits = createLimits({ pool: world.pool('auth'), clock: world.clock, log, on: false })
  const context: WebContext = {
    config: readConfig({ NODE_ENV: 'test' }),
    clock: world.clock,
    log,
    pools: { app: world.pool('app'), auth: world.pool('auth'), platform: world.pool('platform') },
    withSite: world.withSite,
    resolveSite: Object.assign(async () => null, { forget: () => {} }),
    passwords: createPasswords(),
    limits,
    collections: createCollections(),
    externalCalendars: createExternalCalendars({
      fetch: createFetchPublic({ timeoutMs: 1, maxBytes: 1, accept: '*/*' }),
      clock: world.clock,
      log,
    }),
    wake: () => {},
    readiness: async () => ({}),
    moveClock: async () => {},
  }
  const call = async (site: Site, { method, path, headers = {}, body }: ApiCall): Promise<ApiAnswer> => {
    const url = `http://${site.slug}.localhost/api${path}`
    const found = find(new URL(url).pathname)
    const read = method === 'GET' || method === 'HEAD'
    const handler = read ? found?.route.module.loader : found?.route.module.action
    if (!found || !handler) return { status: 404, text: '', ms: 0 }
    const sent = body === undefined ? undefined : body instanceof FormData ? body : JSON.stringify(body)
    const request = new Request(url, {
      method,
      headers: { ...(typeof sent === 'string' && { 'content-type': 'application/json' }), ...headers },
      ...(!read && sent !== undefined && { body: sent }),
    })
    const from = performance.now()
    const args = {
      request,
      params: found.params,
      context: { app: context, site, actor: { kind: 'nobody' }, nonce: '', requestId: 'test' },
    }
    const response = await handler(args as unknown as ApiArgs).catch((thrown) => {
      if (thrown instanceof Response) return thrown
      throw thrown
    })
    return { status: response.status, text: await response.text(), ms: performance.now() - from }
  }
  const signIn = async (
    site: Site,
    person: { id: number; account_id?: number | null },
  ): Promise<Record<string, string>> => {
    const { access } = await world.withSite(
      site.id,
      (db) =>
        openSession(
          db,
          site,
          { id: person.id, account_id: person.account_id ?? null },
          { ip: null, user_agent: null },
          world.clock.now(),
        ),
      { access: 'write' },
    )
    return { authorization: `Bearer ${access}` }
  }
  return { call, signIn, context, calls: callsOf(modules as never), close: () => limits.close() }
}

export type Api = Awaited<ReturnType<typeof createApi>>
