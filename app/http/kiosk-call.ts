import type { Ctx, WakeUp } from '#server/context.ts'
import { DomainError } from '#server/kernel/errors.ts'
import { noteKioskUse } from '#server/kiosks/commands.ts'
import { actorByKioskSecret } from '#server/kiosks/queries.ts'
import { type ApiArgs, type DescribedEndpoint, replyEdge } from './api.ts'
import { readJson } from './body.ts'
import { endpoint, jsonReply } from './reply.ts'

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
    endpoint((args: ApiArgs) =>
      replyEdge(args, [method], async (app, site) => {
        const { request } = args
        const secret = request.headers.get('x-kiosk-auth')
        if (secret === null) throw new DomainError('unauthenticated', 'This device is not set up.')
        const known = await app.withSite(site.id, (db) => actorByKioskSecret(db, site, secret))
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
        for (const job of woken) app.wake(job)
        return jsonReply(result)
      }),
    ),
    { methods: [method], requires: 'kiosk' as const },
  )
