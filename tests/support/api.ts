import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { ApiArgs } from '#app/http/api.ts'
import { callsOf, pathOfFile } from '#app/http/call-paths.ts'
import { routeIndex } from '#app/http/route-index.ts'
import type { WebContext } from '#app/web/context.ts'
import { composeWeb } from '#bin/compose-web.ts'
import { openSession } from '#server/accounts/sessions.ts'
import { readConfig } from '#server/engine/kernel/config.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { makeParsers } from './parsers.ts'
import { log, type World } from './world.ts'

type Endpoint = (args: ApiArgs) => Promise<Response>
type RouteModule = { loader?: Endpoint; action?: Endpoint }

export type ApiCall = {
  method: string
  /** After `/api`, with its query. */
  path: string
  headers?: Record<string, string>
  body?: unknown
  /** A body as it is, instead. */
  raw?: string | Uint8Array<ArrayBuffer>
}

export type ApiAnswer = { status: number; text: string; ms: number }

/** The API's own route modules, called as the server calls them, with real credentials and no network in between. */
export async function createApi(world: World, environment: Record<string, string> = {}) {
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
  const { url } = world
  const folder = mkdtempSync(path.join(tmpdir(), 'watchbill-api-'))
  const parsers = makeParsers()
  const web = await composeWeb({
    config: readConfig({ NODE_ENV: 'test', RATE_LIMITS: 'off', DATA_DIR: folder, ...environment }),
    log,
    clock: world.clock,
    urls: { app: url, worker: url, auth: url, platform: url, migrate: url },
    parsers,
  })
  const context: WebContext = { ...web.context, wake: () => {} }
  const call = async (site: Site, { method, path, headers = {}, body, raw }: ApiCall): Promise<ApiAnswer> => {
    const url = `http://${site.slug}.localhost/api${path}`
    const found = matched(find, new URL(url).pathname)
    const read = method === 'GET' || method === 'HEAD'
    const handler = read ? found?.route.module.loader : found?.route.module.action
    if (!found || !handler) return { status: 404, text: '', ms: 0 }
    const sent =
      raw !== undefined ? raw : body === undefined ? undefined : body instanceof FormData ? body : JSON.stringify(body)
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
  return {
    call,
    signIn,
    context,
    calls: callsOf(modules as never),
    close: async () => {
      await parsers.stop()
      await web.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Parts of a path that are encoded are matched as Remix would: whatever they are, and decoded afterwards. */
function matched(find: ReturnType<typeof routeIndex<{ id: string; module: RouteModule }>>, path: string) {
  const texts: string[] = []
  const plain = path.replaceAll(/[^/]*%[^/]*/g, (part) => `~${texts.push(decodeURIComponent(part)) - 1}~`)
  const found = find(plain)
  if (!found) return null
  const params = Object.entries(found.params).map(([key, value]) => [
    key,
    value.replace(/^~(\d+)~$/, (_, at) => texts[Number(at)] ?? ''),
  ])
  return { route: found.route, params: Object.fromEntries(params) as Record<string, string> }
}

export type Api = Awaited<ReturnType<typeof createApi>>
