import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import { matchPath } from '@remix-run/react'
import type { Request as PageRequest, Response as PageResponse } from 'express'
import { dataReply, routeOfData, thrownReply, withoutDataParameter } from '#app/web/remix-protocol.ts'
import { bodylessRequest, send } from './node-request.ts'
import { fullPath, PLAIN_PATH } from './route-path.ts'
import type { ScreenLoader } from './screen.ts'

type Screen = { path: string; text: ScreenLoader<unknown>['text'] }

/**
 * Serves the data of a screen to an open page without Remix: the same loader with the same arguments, whose JSON is
 * sent in one piece. Remix would match the route twice and copy the text through streams (docs/decisions/003). Anything
 * but a screen's data, or an unusual URL, goes to Remix.
 * @returns whether it responded.
 */
export function createScreenData(
  build: ServerBuild,
  contextOf: (req: PageRequest, res: PageResponse) => Promise<AppLoadContext>,
): (req: PageRequest, res: PageResponse) => Promise<boolean> {
  const screens = new Map<string, Screen>()
  for (const [id, route] of Object.entries(build.routes)) {
    const loader = route?.module.loader
    if (loader && 'text' in loader)
      screens.set(id, { path: `/${fullPath(build.routes, route)}`, text: (loader as ScreenLoader<unknown>).text })
  }
  return async (req, res) => {
    if (req.method !== 'GET' || !PLAIN_PATH.test(req.path)) return false
    const screen = screens.get(routeOfData(req.url) ?? '')
    if (!screen) return false
    const url = withoutDataParameter(new URL(req.url, `${req.protocol}://${req.headers.host}`))
    const match = matchPath(screen.path, url.pathname)
    if (!match || url.searchParams.has('index')) return false
    const args = { request: bodylessRequest(req, url.href), params: match.params, context: await contextOf(req, res) }
    await send(req, res, await screen.text(args).then(dataReply, replyToThrown))
    return true
  }
}

function replyToThrown(thrown: unknown): Response {
  if (!(thrown instanceof Response)) throw thrown
  return thrownReply(thrown)
}
