import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { WebContext } from '#app/web/context.ts'
import { type Actor, NOBODY } from '#server/engine/access/actor.ts'
import { scopesOfAddress } from '#server/engine/access/areas.ts'
import type { Ctx, WakeUp } from '#server/engine/access/context.ts'
import { type Requirement, requireScopes, requireStanding, requireWriter } from '#server/engine/access/permission.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { SITE_NOT_FOUND } from '#server/engine/tenancy/resolve-site.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { type Credentials, credentialsOf, requireOwnOrigin } from '../session/credentials.ts'
import { isLarge, readJson } from './body.ts'
import { noteUse } from './note-use.ts'
import { problemReply } from './problem.ts'
import { type Endpoint, endpoint, jsonReply, type Reply, toResponse } from './reply.ts'
import { askedBy, type Turn, turnOf } from './turn.ts'
import { wakeUp } from './wake-up.ts'

export type ApiArgs = LoaderFunctionArgs | ActionFunctionArgs

export type ApiRequest<B = unknown> = {
  request: Request
  params: Record<string, string | undefined>
  url: URL
  /** What `readBody` gave; undefined for GET and HEAD. */
  body: B
  app: WebContext
  site: Site
}

export type BeforeTransaction = {
  app: WebContext
  site: Site
  /** Finds out, in a short transaction of its own, whether this caller may make the call: before work that takes long. */
  admit: () => Promise<void>
}

export type ApiDefinition<B = unknown> = {
  methods: readonly string[]
  requires: Requirement
  access: 'read' | 'write'
  /** Runs in the transaction. An object or text is a 200 with JSON, null a 204, a Response is taken as it is. */
  handle: (ctx: Ctx, request: ApiRequest<B>) => Promise<unknown>
  /** Reads the body before the transaction opens; JSON unless a route says otherwise. */
  readBody?: (request: Request, around: BeforeTransaction) => Promise<B>
}

/** What a call tells of itself, for the description of the API. */
export type Described<E> = E & { methods: readonly string[]; requires: Requirement }
export type DescribedEndpoint = Described<Endpoint<ApiArgs>>

const described = (
  { methods, requires }: Pick<ApiDefinition, 'methods' | 'requires'>,
  reply: Endpoint<ApiArgs>['reply'],
): DescribedEndpoint => Object.assign(endpoint(reply), { methods, requires })

/**
 * The pipeline of an API route: site → method → credentials → body → transaction → actor → permission → handler → answer.
 * Wake-ups are given after the commit.
 */
export const api = <B = unknown>(definition: ApiDefinition<B>): DescribedEndpoint =>
  described(definition, (args) => {
    const { request, params } = args
    const { requires, access, readBody = (read: Request) => readJson(read) } = definition
    const credentials = credentialsOf(request)
    const work = async (app: WebContext, site: Site, turn: Turn) => {
      requireOwnOrigin(request, credentials, app.config)
      let used: Actor | undefined
      const admitted = async (db: SiteDb): Promise<Actor> => {
        const actor = await askedBy({ app, site, db, credentials, turn, open: requires === 'anyone' })
        requireStanding(actor, requires)
        if (requires !== 'anyone') requireScopes(actor, scopesOfAddress(request.method, new URL(request.url).pathname))
        else if (access === 'write') requireWriter(actor)
        used = actor
        return actor
      }
      const admit = async () => void (await app.withSite(site.id, admitted))
      const reads = request.method === 'GET' || request.method === 'HEAD'
      // A flood of made-up credentials must not have large bodies read before it is counted.
      if (!reads && credentials.kind !== 'none' && isLarge(request)) await admit()
      const body = (reads ? undefined : await readBody(request, { app, site, admit })) as B
      const woken = new Set<WakeUp>()
      const result = await app.withSite(
        site.id,
        async (db) => {
          const actor = await admitted(db)
          const ctx: Ctx = { db, site, actor, clock: app.clock, log: app.log, wake: (job) => void woken.add(job) }
          return definition.handle(ctx, { request, params, url: new URL(request.url), body, app, site })
        },
        { access },
      )
      await wakeUp(app, site, woken)
      await noteUse(app, site, used)
      return result instanceof Response ? result : jsonReply(result)
    }
    return replyEdge(args, definition.methods, work, credentials)
  })

/** HEAD is answered wherever GET is. */
const allowOf = (methods: readonly string[]) =>
  [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ')

type Work = (app: WebContext, site: Site, turn: Turn) => Promise<Reply | Response>

/**
 * The outer steps of every call: site, method, and what was thrown in words. The request is counted: as nobody's at once
 * where it shows no credentials, else by `work`, or as nobody's where that refused it before it knew who asks.
 * @param credentials what `work` looks at; none unless given.
 */
export async function replyEdge(
  args: ApiArgs,
  methods: readonly string[],
  work: Work,
  credentials: Credentials = { kind: 'none' },
): Promise<Reply | Response> {
  const { app, site, requestId, counted } = args.context
  const failed = (error: unknown) =>
    problemReply(error, { log: app.log.child({ request_id: requestId, site: site?.id ?? null }), requestId })
  if (!site) return failed(new DomainError('not_found', SITE_NOT_FOUND))
  const turn = turnOf(app, site, args.request, counted)
  try {
    const { method } = args.request
    const allowed = methods.includes(method) || (method === 'HEAD' && methods.includes('GET'))
    if (credentials.kind === 'none' || !allowed) turn.count(NOBODY)
    if (!allowed) return jsonReply({ detail: 'Method not allowed.' }, 405, { allow: allowOf(methods) })
    return await work(app, site, turn)
  } catch (error) {
    try {
      turn.count(NOBODY)
    } catch (throttled) {
      return failed(throttled)
    }
    return failed(error)
  }
}

/** The outer steps alone, for the few calls that need more than one transaction (signing in). */
export const apiEdge = async (...args: Parameters<typeof replyEdge>): Promise<Response> =>
  toResponse(await replyEdge(...args))

/** For a route file whose other verb does not exist. */
export const notAllowed = (...methods: string[]): Endpoint<ApiArgs> =>
  endpoint((args) => replyEdge(args, methods, async () => jsonReply({ detail: 'Method not allowed.' }, 405)))
