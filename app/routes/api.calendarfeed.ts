import { removeFeed, resetFeed } from '#server/calendar/feed/commands.ts'
import { findFeedSecret } from '#server/calendar/feed/queries.ts'
import { siteOrigin } from '#server/engine/kernel/config.ts'
import { type ApiRequest, api } from '../http/api.ts'

const methods = ['GET', 'HEAD', 'POST', 'DELETE']

const addressOf = ({ app, site }: Pick<ApiRequest, 'app' | 'site'>, secret: string | null) =>
  secret && `${siteOrigin(app.config, site.slug)}/feeds/${secret}/shifts.ics`

/** The address of one's own calendar feed, null until there is one. */
export const loader = api({
  methods,
  requires: 'member',
  access: 'read',
  handle: async (ctx, request) => ({ url: addressOf(request, await findFeedSecret(ctx)) }),
})

/** POST makes the feed or gives it a new address, DELETE ends it. */
export const action = api({
  methods,
  requires: 'member',
  access: 'write',
  handle: async (ctx, request) => {
    if (request.request.method === 'POST') return { url: addressOf(request, await resetFeed(ctx)) }
    await removeFeed(ctx)
    return null
  },
})
