import { type AppLoadContext, createRequestHandler, type ServerBuild } from '@remix-run/node'
import type { Request as PageRequest, Response as PageResponse } from 'express'
import type { WebContext } from '#app/web/context.ts'
import { forwardErrors } from '#app/web/forward-errors.ts'
import { routeOfData } from '#app/web/remix-protocol.ts'
import type { Pages } from '#app/web/server.ts'
import { endReusedCookieSession } from '#server/accounts/sessions/reused-sessions.ts'
import { touchSession } from '#server/accounts/sessions/sessions.ts'
import { type Actor, NOBODY } from '#server/engine/access/actor.ts'
import { throttled } from '#server/engine/access/limits/limits.ts'
import { PLATFORM } from '#server/engine/tenancy/site.ts'
import { sessionCookie } from '../session/cookies.ts'
import { credentialsOf } from '../session/credentials.ts'
import { isLinkAction } from './by-link.ts'
import { send, wholeRequest } from './node-request.ts'
import { ofRequest } from './of-request.ts'
import { createPageBranches } from './page-branches.ts'
import { authenticate, runInSite, type SiteCall } from './pipeline.ts'
import { fullPath } from './route-path.ts'
import { createScreenData } from './screen-data.ts'

/**
 * Serves Remix as an express handler. Looks up each page's actor once for all of its loaders. Remix runs in production
 * mode, since its other modes include a stack in their refusals.
 */
export function createPages(whole: ServerBuild, context: WebContext): Pages {
  const build = withoutCalls(whole)
  const getLoadContext = async (req: PageRequest, res: PageResponse): Promise<AppLoadContext> => {
    const { site = null, nonce = '', requestId } = res.locals
    const visit = site && visitOf(req, { app: context, site })
    const actor = visit && visit.credentials.kind !== 'none' ? await authenticate(visit) : NOBODY
    context.limits.request(site?.id ?? PLATFORM, actor, req.ip ?? null)
    const cookie = visit && (await renewSession(visit, actor))
    if (cookie) res.append('set-cookie', sessionCookie(cookie))
    return {
      app: ofRequest(context, requestId),
      site,
      console: res.locals.console,
      actor,
      nonce,
      requestId,
      counted: true,
    }
  }
  const data = createScreenData(build, getLoadContext)
  const remix = createPageBranches(build, (branch, template) => ({
    template,
    answer: createRequestHandler(branch, 'production'),
    actsAlone:
      template !== undefined && Object.values(branch.routes).some((route) => isLinkAction(route?.module.action)),
  }))
  const serve = forwardErrors(async (req, res) => {
    const page = remix(req.path)
    res.locals.route = page.template
    if (await data(req, res)) return
    // Remix would compare it with the host.
    if (page.actsAlone) delete req.headers.origin
    const request = wholeRequest(req, `${req.protocol}://${req.headers.host}${req.originalUrl}`)
    const reply = await page.answer(request, await getLoadContext(req, res))
    // Remix renders the page of a failed form without the site's data.
    const wait = req.method === 'POST' && routeOfData(req.url) === null ? reply.headers.get('retry-after') : null
    if (wait !== null && reply.status === 429) throw throttled(Number(wait))
    await send(req, res, reply)
  })
  return Object.assign(serve, { actsAlone: (path: string) => remix(path).actsAlone })
}

/** Excludes the routes of the API, which `api-server.ts` handles: Remix compares every URL with every route. */
function withoutCalls(build: ServerBuild): ServerBuild {
  const pages = Object.fromEntries(
    Object.entries(build.routes).filter(([, route]) => route && !fullPath(build.routes, route).startsWith('api/')),
  )
  const assets = Object.fromEntries(Object.entries(build.assets.routes).filter(([id]) => id in pages))
  return { ...build, routes: pages, assets: { ...build.assets, routes: assets } }
}

/** Describes a page's request as a call of its site, already counted: it has the cookie, but neither URL nor body. */
function visitOf(req: PageRequest, { app, site }: Pick<SiteCall, 'app' | 'site'>): SiteCall {
  const headers = new Headers()
  if (req.headers.cookie) headers.set('cookie', req.headers.cookie)
  const request = new Request('http://page', { headers })
  return { app, site, request, credentials: credentialsOf(request), isPublic: false, permit: () => {}, counted: true }
}

/**
 * Records that a browser's session is in use, and ends it when a retired cookie is reused, whatever the page's
 * response.
 * @returns the cookie's next value, or null when it stays.
 */
async function renewSession(visit: SiteCall, actor: Actor): Promise<string | null> {
  const { app, site, credentials } = visit
  if (credentials.kind !== 'cookie') return null
  if (actor.kind === 'person' && actor.unseen)
    return app.withSite(
      site.id,
      (db) => touchSession(db, site, app.config.SESSION_SECRET, credentials.token, app.clock.now()),
      { access: 'write' },
    )
  if (actor.kind === 'nobody' && actor.lost === 'token_reused')
    await runInSite({ ...visit, actor: NOBODY }, { access: 'write' }, async (ctx) => {
      await endReusedCookieSession(ctx, credentials.token)
      ctx.wake('deliveries.send')
    })
  return null
}
