import { createHash } from 'node:crypto'
import type { LoaderFunctionArgs } from '@remix-run/node'
import { permitAnyone, respond } from '#app/http/pipeline.ts'
import { addressOf } from '#app/session/device.ts'
import { findFeed } from '#server/calendar/feed/queries.ts'
import { writeFeed } from '#server/calendar/feed/write.ts'
import { linkOrigin, uidHost } from '#server/engine/kernel/config.ts'
import { notFound } from '#server/engine/kernel/errors.ts'

const SECRET = /^[A-Za-z0-9_-]{43}$/

/** A person's shifts as a calendar feed. The secret is the permission: no cookie is read, and GET changes nothing. */
export const loader = (args: LoaderFunctionArgs) =>
  respond(args, { methods: ['GET'], credentials: { kind: 'none' }, permit: permitAnyone }, async ({ app, site }) => {
    await app.limits.take('calendar_feed', { site: site.id, ip: addressOf(args.request) })
    const secret = args.params.secret ?? ''
    const feed = SECRET.test(secret) ? await app.withSite(site.id, (db) => findFeed(db, secret, app.clock.now())) : null
    if (!feed) throw notFound('This calendar does not exist.')
    const text = writeFeed(feed, site, linkOrigin(app.config, site), uidHost(app.config, site.slug))
    const etag = `"${createHash('sha256').update(text).digest('base64url').slice(0, 22)}"`
    const headers = { etag, 'cache-control': 'private, no-cache', 'x-robots-tag': 'noindex' }
    if (args.request.headers.get('if-none-match') === etag) return new Response(null, { status: 304, headers })
    return new Response(text, {
      headers: {
        ...headers,
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="shifts.ics"',
      },
    })
  })
