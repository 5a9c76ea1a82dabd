import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import { matchPath } from '@remix-run/react'
import type { Request as PageRequest, Response as PageResponse } from 'express'
import { bodylessRequest, send } from './node-request.ts'
import type { Reply } from './reply.ts'
import { fullPath, PLAIN_PATH } from './route-path.ts'
import type { ScreenLoader } from './screen.ts'

type Screen = { path: string; text: ScreenLoader<unknown>['text'] }

/**
 * The data of a screen for a page that is open already (`?_data=` and the id of its route), without Remix in between: the same
 * loader with the same arguments, whose JSON goes out in one piece. Remix would look for the route anew among all, twice, and copy
 * the text through streams (docs/decisions/098). What is no screen's data, or is asked at an odd address, goes on to Remix.
 * @returns whether it answered.
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
    if (req.method !== 'GET' || !req.url.includes('_data=') || !PLAIN_PATH.test(req.path)) return false
    const url = new URL(req.url, `${req.protocol}://${req.headers.host}`)
    const screen = screens.get(url.searchParams.get('_data') ?? '')
    const match = screen && matchPath(screen.path, url.pathname)
    if (!match || url.searchParams.has('index')) return false
    url.searchParams.delete('_data')
    const args = { request: bodylessRequest(req, url.href), params: match.params, context: await contextOf(req, res) }
    await send(req, res, await screen.text(args).then(found, refused))
    return true
  }
}

/** The marks by which Remix in the browser tells its answers from those of something in between. */
const found = (body: string): Reply => ({
  status: 200,
  headers: { 'content-type': 'application/json; charset=utf-8', 'x-remix-response': 'yes' },
  body,
})

/** What the loader threw: the browser follows a redirection itself, and shows the page of any other answer. */
function refused(thrown: unknown): Response {
  if (!(thrown instanceof Response)) throw thrown
  const headers = new Headers(thrown.headers)
  const to = headers.get('location')
  if (to === null) {
    headers.set('x-remix-catch', 'yes')
    return new Response(thrown.body, { status: thrown.status, headers })
  }
  headers.delete('location')
  headers.set('x-remix-redirect', to)
  headers.set('x-remix-status', String(thrown.status))
  return new Response(null, { status: 204, headers })
}
