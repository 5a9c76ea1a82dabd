import type { ServerBuild } from '@remix-run/node'
import type { ApiCalls } from '#app/web/api-listener.ts'
import type { WebContext } from '#app/web/context.ts'
import { pathOf } from '#app/web/edge.ts'
import { NOBODY } from '#server/engine/access/actor.ts'
import { createApiRouter } from './api-router.ts'
import { send, toRequest } from './node-request.ts'
import { ofRequest } from './of-request.ts'
import { fullPath } from './route-path.ts'

/**
 * Serves the whole API from the route modules of the build, without Remix and express in between (docs/decisions/003).
 */
export function createApiCalls(build: ServerBuild, context: WebContext): ApiCalls {
  const routes = Object.values(build.routes).flatMap((route) =>
    route ? [{ path: fullPath(build.routes, route), module: route.module }] : [],
  )
  const router = createApiRouter(routes.filter(({ path }) => path.startsWith('api/')))
  const { protocol } = new URL(context.config.publicOrigin)
  return async (req, res) => {
    const { site, requestId } = res.locals
    const request = toRequest(req, `${protocol}//${req.headers.host ?? 'localhost'}${req.url ?? ''}`)
    const onRoute = (template: string) => {
      res.locals.route = template
    }
    const load = { app: ofRequest(context, requestId), site, console: false, actor: NOBODY, nonce: '', requestId }
    await send(req, res, await router.answer(pathOf(req), { request, context: load }, onRoute))
  }
}
