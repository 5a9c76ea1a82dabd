import { createRequestHandler } from '@remix-run/express'
import type { AppLoadContext, ServerBuild } from '@remix-run/node'
import type { Request as PageRequest, Response as PageResponse, RequestHandler } from 'express'
import type { WebContext } from '#app/web/context.ts'
import { safely } from '#app/web/safely.ts'
import { endReplayedSession } from '#server/accounts/replay.ts'
import { touchSession } from '#server/accounts/sessions.ts'
import { NOBODY } from '#server/engine/access/actor.ts'
import { PLATFORM, type Site } from '#server/engine/tenancy/site.ts'
import { sessionCookie } from '../session/cookie.ts'
import { actorOf, credentialsOf } from '../session/credentials.ts'
import { createScreenData } from './screen-data.ts'

/**
 * Remix as an express handler. Pages get their actor here, once; API routes look theirs up in their own transaction. Remix
 * runs in production mode: in any other its own refusals show a stack. Only `npm run dev` asks for the other.
 */
export function createPages(
  build: ServerBuild,
  context: WebContext,
  mode: 'production' | 'development' = 'production',
): RequestHandler {
  const getLoadContext = async (req: PageRequest, res: PageResponse): Promise<AppLoadContext> => {
    const site = res.locals.site ?? null
    const headers = new Headers()
    if (req.headers.cookie) headers.set('cookie', req.headers.cookie)
    const credentials = credentialsOf(new Request('http://page', { headers }))
    const asks = site !== null && credentials.kind !== 'none' && !req.path.startsWith('/api/')
    const actor = asks
      ? await context.withSite(site.id, (db) => actorOf(db, site, credentials, context.clock.now()))
      : NOBODY
    const counted = !req.path.startsWith('/api/')
    if (counted) context.limits.request(site?.id ?? PLATFORM, actor, req.ip ?? null)
    if (asks && credentials.kind === 'cookie' && actor.kind === 'person' && actor.unseen) {
      const { config, clock } = context
      const next = await context.withSite(
        site.id,
        (db) => touchSession(db, site, config.SESSION_SECRET, credentials.token, clock.now()),
        { access: 'write' },
      )
      if (next) res.append('set-cookie', sessionCookie(next))
    }
    if (asks && credentials.kind === 'cookie' && actor.kind === 'nobody' && actor.lost === 'token_reused')
      await endReplayedAt(context, site, credentials.token)
    return {
      app: context,
      site,
      console: res.locals.console,
      actor,
      nonce: res.locals.nonce ?? '',
      requestId: res.locals.requestId,
      counted,
    }
  }
  const data = createScreenData(build, getLoadContext)
  const remix = createRequestHandler({ build, mode, getLoadContext })
  return safely(async (req, res, next) => {
    if (!(await data(req, res))) await remix(req, res, next)
  })
}

/** A cookie that should be gone came back: its session ends in a transaction of its own, whatever the page then says. */
async function endReplayedAt({ withSite, clock, log, wake }: WebContext, site: Site, cookie: string): Promise<void> {
  await withSite(site.id, (db) => endReplayedSession({ db, site, actor: NOBODY, clock, log, wake: () => {} }, cookie), {
    access: 'write',
  })
  wake('deliveries.send')
}
