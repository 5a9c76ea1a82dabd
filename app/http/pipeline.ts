import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import type { WebContext } from '#app/web/context.ts'
import { recordKeyUse } from '#server/apikeys/queries.ts'
import { type Actor, NOBODY } from '#server/engine/access/actor.ts'
import type { Ctx, WakeUp } from '#server/engine/access/context.ts'
import { isSameActor } from '#server/engine/access/expected-actors.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { SITE_NOT_FOUND } from '#server/engine/tenancy/resolve-site.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'
import { actorOf, type Credentials, credentialsOf, requireOwnOrigin } from '../session/credentials.ts'
import { addressOf } from '../session/device.ts'
import { problemReply } from './problem.ts'
import { jsonReply, type Reply, toResponse } from './reply.ts'

/*
 * Steps of every request at a site, in order:
 *   receiveCall   reads the credentials, and checks the origin of a browser's write
 *   authenticate  finds the actor, applies the rate limits and checks permission
 *   runInSite     opens one transaction (a read: one per batch of statements), then sends wake-ups and records key use
 *   readInSite    the same for reads, which start during the lookup of the actor (docs/decisions/002)
 *   inHeavyTurn   queues heavy work before either of them (docs/decisions/010)
 *   answerCall    checks the method and translates errors
 * Each kind of request (calls.ts, collections.ts, screen.ts, kiosk.ts, own-account.ts, picture.ts, …) adds its work.
 */

export type HandlerArgs = LoaderFunctionArgs | ActionFunctionArgs

type Permit = (actor: Actor) => void

/** For calls without a permission, or whose work checks it. */
export const permitAnyone: Permit = () => {}

export type CallOptions = {
  /** The request's credentials by default. */
  credentials?: Credentials
  /** The actor, if known: a page looks up its visitor once for all of its loaders. */
  actor?: Actor
  /** Treats invalid credentials as none. */
  isPublic?: boolean
  /** Also accepts requests from pages of other sites. */
  anyOrigin?: boolean
  /** @throws DomainError for an actor who may not make the call. */
  permit: Permit
}

export type SiteCall = {
  app: WebContext
  site: Site
  request: Request
  credentials: Credentials
  actor?: Actor
  isPublic: boolean
  permit: Permit
  counted: boolean
}

export const isRead = ({ method }: Request) => method === 'GET' || method === 'HEAD'

/** @throws DomainError 'not_found' without a site, 'forbidden' for a write that a browser sends from another page. */
export function receiveCall({ context, request }: HandlerArgs, options: CallOptions): SiteCall {
  const { credentials = credentialsOf(request), actor, isPublic = false, anyOrigin = false, permit } = options
  const { app, counted = false } = context
  const call: SiteCall = { app, site: requireSite(context.site), request, credentials, isPublic, permit, counted }
  if (actor) call.actor = actor
  if (!anyOrigin) requireOwnOrigin(request, credentials, app.config)
  return call
}

/** @throws DomainError 'not_found' on a host that belongs to no site. */
export function requireSite(site: Site | null): Site {
  if (!site) throw new DomainError('not_found', SITE_NOT_FOUND)
  return site
}

/** Counts a request against the rate limits, once. @throws DomainError 'throttled'. */
function count(call: SiteCall, actor: Actor): void {
  if (call.counted) return
  call.counted = true
  call.app.limits.request(call.site.id, actor, addressOf(call.request))
}

/** @throws DomainError 'throttled', or as the call's `permit`. */
function admit(call: SiteCall, actor: Actor): Actor {
  count(call, actor)
  call.permit(actor)
  return actor
}

/**
 * Looks up the actor in an open transaction. Counts invalid credentials as anonymous, so that a flood of made-up tokens
 * uses nothing of the site's share.
 */
async function lookUp(call: SiteCall, db: SiteDb): Promise<Actor> {
  try {
    return await actorOf(db, call.site, call.credentials, call.app.clock.now())
  } catch (error) {
    if (!isRefusal(error)) throw error
    count(call, NOBODY)
    if (!call.isPublic) throw error
    return NOBODY
  }
}

const isRefusal = (error: unknown) =>
  error instanceof DomainError && (error.code === 'unauthenticated' || error.code === 'forbidden')

/**
 * Looks up the actor in a short transaction, before work that is slow or needs no other transaction.
 * @throws DomainError 'unauthenticated', 'forbidden', 'throttled'.
 */
export const authenticate = (call: SiteCall): Promise<Actor> =>
  call.app.withSite(call.site.id, async (db) => admit(call, await lookUp(call, db)))

/**
 * Runs `work` in one transaction of the site, as the actor of the call. Wake-ups are sent after the commit, and dropped
 * on a rollback.
 * @throws as `authenticate`; whatever `work` throws.
 */
export async function runInSite<T>(
  call: SiteCall,
  { access }: { access: 'read' | 'write' },
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> {
  const { app, site } = call
  const wakeUps = new Set<WakeUp>()
  let caller = call.actor && admit(call, call.actor)
  const result = await app.withSite(
    site.id,
    async (db) => {
      const actor = caller ?? admit(call, await lookUp(call, db))
      caller = actor
      const wake = (job: WakeUp) => void wakeUps.add(job)
      return work({ db, site, actor, clock: app.clock, log: app.log, quotas: app.config.quotas, wake })
    },
    { access },
  )
  await sendWakeUps(app, site, wakeUps)
  if (caller) await recordUse(call, caller)
  return result
}

/**
 * Renders texts in this process with a short wait, so that their author sees them on the next page; workers do the
 * rest.
 */
export async function sendWakeUps(app: WebContext, site: Site, wakeUps: ReadonlySet<WakeUp>): Promise<void> {
  for (const job of wakeUps) if (job !== 'texts.render') app.wake(job)
  if (wakeUps.has('texts.render')) await app.renderings.settle(site.id)
}

/**
 * Runs read-only work in one round trip instead of two: it starts with the last actor of the same credentials, together
 * with their lookup, and restarts when the lookup finds another. Returns nothing read for an expected actor unless the
 * lookup confirms that actor.
 * @param work reads only, by `ctx.db`; it may run twice.
 * @throws as `runInSite`.
 */
export async function readInSite<T>(call: SiteCall, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  const { app, site, credentials } = call
  const expected = call.actor || credentials.kind === 'none' ? undefined : app.expectedActors.expect(site, credentials)
  if (!expected || !isPermitted(call, expected)) return readAsFound(call, work)
  count(call, expected)
  const answer = await app.withSite(site.id, async (db) => {
    const lookup = lookUp(call, db)
    const { clock, log } = app
    const { quotas } = app.config
    const begin = async () => work({ db, site, actor: expected, clock, log, quotas, wake: refuseWakeUp })
    // The work ends inside the transaction even if its result is dropped, so that none of its statements comes too
    // late.
    const [looked, worked] = await Promise.allSettled([lookup, begin()])
    if (looked.status === 'rejected') {
      learn(call, undefined)
      throw looked.reason
    }
    if (!isSameActor(looked.value, expected)) {
      learn(call, looked.value)
      return null
    }
    call.permit(looked.value)
    if (worked.status === 'rejected') throw worked.reason
    return { result: worked.value, actor: looked.value }
  })
  if (!answer) return readAsFound(call, work)
  await recordUse(call, answer.actor)
  return answer.result
}

/**
 * Queues heavy reads per site, so that one club does not take the connections and the processor from others. A refused
 * caller does not wait.
 * @throws as `authenticate`; whatever `work` throws.
 */
export async function inHeavyTurn<T>(call: SiteCall, work: (call: SiteCall) => Promise<T>): Promise<T> {
  const actor = call.actor ? admit(call, call.actor) : await authenticate(call)
  return call.app.heavyTurn(call.site.id, () => work({ ...call, actor }))
}

/** Whether work may start for an expected actor; a refused one is reported after the lookup. */
function isPermitted(call: SiteCall, expected: Actor): boolean {
  try {
    call.permit(expected)
    return true
  } catch {
    return false
  }
}

function readAsFound<T>(call: SiteCall, work: (ctx: Ctx) => Promise<T>): Promise<T> {
  return runInSite(call, { access: 'read' }, (ctx) => {
    learn(call, ctx.actor)
    return work(ctx)
  })
}

function learn({ app, site, credentials }: SiteCall, found: Actor | undefined): void {
  if (credentials.kind !== 'none') app.expectedActors.learn(site, credentials, found)
}

const refuseWakeUp = () => {
  throw new Error('Work that only reads wakes no one.')
}

/** Records the use of an API key at most once a minute, in a separate transaction since a read cannot write. */
export async function recordUse({ app, site }: SiteCall, actor: Actor): Promise<void> {
  if (actor.kind !== 'key' || !actor.stale) return
  const { id } = actor
  await app.withSite(site.id, (db) => recordKeyUse(db, id, app.clock.now()), { access: 'write' })
}

type AnsweredOptions = CallOptions & { methods: readonly string[] }

/**
 * Handles a call of the API: checks the method, runs `work`, and translates errors. A request that fails before its
 * actor is known counts as anonymous.
 */
export async function answerCall(
  args: HandlerArgs,
  { methods, ...options }: AnsweredOptions,
  work: (call: SiteCall) => Promise<Reply | Response>,
): Promise<Reply | Response> {
  const { app, site, requestId } = args.context
  const problem = (error: unknown) =>
    problemReply(error, { log: app.log.child({ request_id: requestId, site: site?.id ?? null }), requestId })
  let call: SiteCall | undefined
  try {
    const { request } = args
    call = receiveCall(args, { ...options, anyOrigin: true })
    const isAllowed = methods.includes(request.method) || (request.method === 'HEAD' && methods.includes('GET'))
    if (call.credentials.kind === 'none' || !isAllowed) count(call, NOBODY)
    if (!isAllowed) return jsonReply({ detail: 'Method not allowed.' }, 405, { allow: allowHeader(methods) })
    if (!options.anyOrigin) requireOwnOrigin(request, call.credentials, app.config)
    return await work(call)
  } catch (error) {
    try {
      if (call) count(call, NOBODY)
    } catch (throttled) {
      return problem(throttled)
    }
    return problem(error)
  }
}

/** As `answerCall`, for a route that Remix serves. */
export const respond = async (...args: Parameters<typeof answerCall>): Promise<Response> =>
  toResponse(await answerCall(...args))

/** HEAD is allowed wherever GET is. */
export const allowHeader = (methods: readonly string[]): string =>
  [...new Set(methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method])))].join(', ')
