import { AsyncLocalStorage } from 'node:async_hooks'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import pg from 'pg'
import { createApiRouter } from '#app/http/api-router.ts'
import { describedCalls, pathOfFile, type RouteModules } from '#app/http/described-calls.ts'
import type { HandlerArgs } from '#app/http/pipeline.ts'
import { toResponse } from '#app/http/reply.ts'
import type { WebContext } from '#app/web/context.ts'
import { composeWeb } from '#bin/compose-web.ts'
import { openSession } from '#server/accounts/sessions/sessions.ts'
import { mintSecret } from '#server/engine/access/secrets.ts'
import { readConfig } from '#server/engine/kernel/config.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { urlsFrom } from '#server/platform/start-database.ts'
import { createProductCollections } from '#server/registry.ts'
import { createAnswerCheck } from './answer-check.ts'
import { log, makeParsers, type World } from './world.ts'

export type ApiCall = {
  method: string
  /** The address after `/api`, with its query. */
  path: string
  headers?: Record<string, string> | undefined
  body?: unknown
  /** A raw body, sent unchanged in place of JSON. */
  raw?: string | Uint8Array<ArrayBuffer>
}

export type ApiAnswer = { status: number; text: string; ms: number; headers: Headers }

/** The instants at which the changes of a call settle, as its statements state them. */
const settling = new AsyncLocalStorage<Set<string>>()
const query = pg.Client.prototype.query as (...given: unknown[]) => unknown
Object.assign(pg.Client.prototype, {
  query(this: pg.Client, ...given: [pg.QueryConfig | string, ...unknown[]]) {
    const [statement] = given
    if (typeof statement === 'object' && statement.text.includes("set_config('app.settle_at'"))
      settling.getStore()?.add(String(statement.values?.[0]))
    return query.call(this, ...given)
  },
})

/** The API's own route modules and its description, which are the same for each file of a worker. */
const loadRoutes = once(async () => {
  const files = import.meta.glob('../../app/**/routes/api.*.ts')
  const modules = Object.fromEntries(
    await Promise.all(Object.entries(files).map(async ([file, load]) => [file, await load()] as const)),
  ) as RouteModules
  const router = createApiRouter(
    Object.entries(modules).map(([file, module]) => ({
      path: `api${pathOfFile(file).replaceAll(/\{(\w+)\}/g, ':$1')}`,
      module,
    })),
  )
  const calls = describedCalls(modules)
  return { router, calls, wrongWith: createAnswerCheck(createProductCollections(), calls) }
})

function once<T>(work: () => Promise<T>): () => Promise<T> {
  let done: Promise<T> | undefined
  return () => {
    done ??= work()
    return done
  }
}

/**
 * The API's own route modules, called as the server calls them, with real credentials and no network in between. An
 * answer that the OpenAPI document does not describe fails the test, and so does an undo window that it does not state.
 */
export async function createApi(world: World, environment: Record<string, string> = {}) {
  const { router, calls, wrongWith } = await loadRoutes()
  const { url } = world
  const folder = mkdtempSync(path.join(tmpdir(), 'watchbill-api-'))
  const parsers = makeParsers()
  const config = readConfig({ NODE_ENV: 'test', RATE_LIMITS: 'off', DATA_DIR: folder, ...environment })
  const web = await composeWeb({
    config,
    log,
    clock: world.clock,
    urls: urlsFrom(config, url),
    parsers,
  })
  const { renderings } = web.context
  const context: WebContext = {
    ...web.context,
    wake: () => {},
    // Waits until texts are rendered. The product waits only briefly and renders the rest in the background.
    renderings: { ...renderings, settle: (site) => renderings.settle(site, 60_000) },
  }
  const hasMarks = async (site: Site, instants: readonly string[]) =>
    instants.length > 0 &&
    (
      await world.superuser.query('select from core.marks where site_id = $1 and settle_at = any ($2)', [
        site.id,
        instants,
      ])
    ).rows.length > 0
  const call = async (site: Site, { method, path, headers = {}, body, raw }: ApiCall): Promise<ApiAnswer> => {
    const url = `http://${site.slug}.localhost/api${path}`
    const read = method === 'GET' || method === 'HEAD'
    const sent =
      raw !== undefined ? raw : body === undefined ? undefined : body instanceof FormData ? body : JSON.stringify(body)
    const request = new Request(url, {
      method,
      headers: { ...(typeof sent === 'string' && { 'content-type': 'application/json' }), ...headers },
      ...(!read && sent !== undefined && { body: sent }),
    })
    const from = performance.now()
    const load = { app: context, site, actor: { kind: 'nobody' }, nonce: '', requestId: 'test' }
    const args = { request, context: load } as unknown as HandlerArgs
    const instants = new Set<string>()
    const reply = await settling.run(instants, () => router.answer(new URL(url).pathname, args))
    const response = toResponse(reply)
    const answer = {
      status: response.status,
      text: await response.text(),
      ms: performance.now() - from,
      headers: response.headers,
    }
    const waits = await hasMarks(
      site,
      [...instants].filter((at) => Date.parse(at) > world.clock.epochMs()),
    )
    const wrong = wrongWith({ method, path, ...answer, waits })
    if (wrong.length)
      throw new Error(
        `${method} /api${path} answers ${answer.status} ${answer.text.slice(0, 600)}: ${wrong.join('; ')}`,
      )
    return answer
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
    calls,
    close: async () => {
      await parsers.stop()
      await web.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

export type Api = Awaited<ReturnType<typeof createApi>>

export const ROLES = ['nobody', 'member', 'admin', 'kiosk', 'reader', 'writer'] as const
export type Role = (typeof ROLES)[number]

/** Credentials for each access role of a site, for new people on each call. */
export async function credentialsOfRoles(
  world: World,
  api: Api,
  site: Site,
): Promise<Record<Role, Record<string, string>>> {
  const key = async (scope: string) => {
    const secret = mintSecret('wb', site.id)
    await world.insert(site, 'apikeys', {
      name: scope,
      scope,
      prefix: secret.slice(0, 9),
      key_hash: hashSecret(secret),
    })
    return { authorization: `Bearer ${secret}` }
  }
  const kiosk = mintSecret('wk', site.id)
  await world.insert(site, 'kiosks', { name: 'Door', secret_hash: hashSecret(kiosk) })
  return {
    nobody: {},
    member: await api.signIn(site, await world.makePerson(site)),
    admin: await api.signIn(site, await world.makePerson(site, { role: 'admin' })),
    kiosk: { 'x-kiosk-auth': kiosk },
    reader: await key('read'),
    writer: await key('write'),
  }
}
