import type { WebContext } from '#app/web/context.ts'
import type { Ctx, WakeUp } from '#server/engine/access/context.ts'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import { noteKioskUse } from '#server/kiosks/commands.ts'
import { actorByKioskSecret } from '#server/kiosks/queries.ts'
import type { Credentials } from '../session/credentials.ts'
import { type ApiArgs, type DescribedEndpoint, replyEdge } from './api.ts'
import { readJson } from './body.ts'
import { endpoint, jsonReply } from './reply.ts'
import { askedBy, type Turn } from './turn.ts'
import { wakeUp } from './wake-up.ts'

type KioskCtx = Ctx & { actor: Extract<Ctx['actor'], { kind: 'kiosk' }> }
type KioskDefinition = {
  method: 'GET' | 'PUT'
  handle: (ctx: KioskCtx, request: { request: Request; body: unknown }) => Promise<unknown>
}

/**
 * One of a kiosk's own two calls. Its secret alone counts, in a header that no browser sends by itself: neither a session nor a
 * key stands in for it. What is missing or wrong there is a 401 without a code, so that nobody is signed out. Counted by device.
 */
export const kioskCall = ({ method, handle }: KioskDefinition): DescribedEndpoint =>
  Object.assign(
    endpoint((args: ApiArgs) => {
      const { request } = args
      const secret = request.headers.get('x-kiosk-auth')
      const credentials: Credentials = secret === null ? { kind: 'none' } : { kind: 'kiosk', token: secret }
      const work = async (app: WebContext, site: Site, turn: Turn) => {
        const known = await app.withSite(site.id, (db) => askedBy({ app, site, db, credentials, turn }))
        if (secret === null || known.kind !== 'kiosk')
          throw new DomainError('unauthenticated', 'This device is not set up.')
        await app.limits.take('kiosk', { site: site.id, kiosk: known.id })
        const body = method === 'GET' ? undefined : await readJson(request)
        const woken = new Set<WakeUp>()
        const result = await app.withSite(
          site.id,
          async (db) => {
            const actor = await actorByKioskSecret(db, site, secret)
            await noteKioskUse(db, actor.id, app.clock.now())
            const wake = (job: WakeUp) => void woken.add(job)
            return handle({ db, site, actor, clock: app.clock, log: app.log, wake }, { request, body })
          },
          { access: 'write' },
        )
        await wakeUp(app, site, woken)
        return jsonReply(result)
      }
      return replyEdge(args, [method], work, credentials)
    }),
    { methods: [method], requires: 'kiosk' as const },
  )
