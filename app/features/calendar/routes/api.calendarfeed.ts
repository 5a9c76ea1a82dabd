import * as z from 'zod'
import { type CallInput, calls, del, get, post } from '#app/http/calls.ts'
import { removeFeed, resetFeed } from '#server/calendar/feed/commands.ts'
import { findFeedSecret } from '#server/calendar/feed/queries.ts'
import { linkOrigin } from '#server/engine/kernel/config.ts'

const feed = z.object({ url: z.string().nullable() })

const addressOf = ({ app, site }: CallInput, secret: string | null) =>
  secret && `${linkOrigin(app.config, site)}/feeds/${secret}/shifts.ics`

export const loader = get({
  summary: 'The address of your calendar subscription, or null if there is none',
  requires: 'member',
  answer: feed,
  run: async (ctx, input) => ({ url: addressOf(input, await findFeedSecret(ctx)) }),
})

const reset = post({
  summary: 'A new address for it',
  requires: 'member',
  answer: feed,
  run: async (ctx, input) => ({ url: addressOf(input, await resetFeed(ctx)) }),
})

const remove = del({
  summary: 'End it',
  requires: 'member',
  answer: null,
  run: (ctx) => removeFeed(ctx),
})

export const action = calls(reset, remove)
