import type { WebContext } from '#app/web/context.ts'
import type { Ctx, WakeUp } from '#server/engine/access/context.ts'
import { requirePerson, requireScopes } from '#server/engine/access/permission.ts'
import { forbidden } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { credentialsOf, requireOwnOrigin } from '../session/credentials.ts'
import { type ApiArgs, apiEdge, type Described } from './api.ts'
import { readJson, SIGN_IN_BODY } from './body.ts'
import { json } from './problem.ts'
import { askedBy, type Turn } from './turn.ts'
import { wakeUp } from './wake-up.ts'

export type PersonCall = {
  app: WebContext
  request: Request
  params: Record<string, string | undefined>
  body: unknown
  /** Without `db`: what is slow or in another schema happens between the transactions. */
  who: Omit<Ctx, 'db'>
  account: number
  /** A transaction of the site; wake-ups are given after it. */
  inSite: <T>(work: (ctx: Ctx) => Promise<T>) => Promise<T>
}

/**
 * A call of a signed-in person about their own shared account: several short transactions, since passwords and factors are
 * checked outside of the site's. A body of more than `limit` bytes is refused. An object is a 200, null a 204, a Response is taken as it is.
 */
export const personEdge = (
  methods: readonly string[],
  work: (call: PersonCall) => Promise<unknown>,
  limit = SIGN_IN_BODY,
): Described<(args: ApiArgs) => Promise<Response>> =>
  Object.assign(
    (args: ApiArgs): Promise<Response> => {
      const { request, params } = args
      const credentials = credentialsOf(request)
      const run = async (app: WebContext, site: Site, turn: Turn) => {
        requireOwnOrigin(request, credentials, app.config)
        const body = request.method === 'GET' || request.method === 'HEAD' ? undefined : await readJson(request, limit)
        const actor = await app.withSite(site.id, (db) => askedBy({ app, site, db, credentials, turn }))
        requireScopes(actor, null)
        requirePerson(actor)
        const account = actor.kind === 'person' ? actor.person.account_id : null
        if (account === null) throw forbidden()
        const woken = new Set<WakeUp>()
        const who = { site, actor, clock: app.clock, log: app.log, wake: (job: WakeUp) => void woken.add(job) }
        const result = await work({
          app,
          request,
          params,
          body,
          who,
          account,
          inSite: (inner) => app.withSite(site.id, (db) => inner({ ...who, db }), { access: 'write' }),
        })
        await wakeUp(app, site, woken)
        if (result instanceof Response) return result
        return result === null
          ? new Response(null, { status: 204, headers: { 'cache-control': 'no-store' } })
          : json(result)
      }
      return apiEdge(args, methods, run, credentials)
    },
    { methods, requires: 'member' as const },
  )
