import { get } from '#app/http/calls.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { ownMessages, ownMessagesQuery } from '#server/messages/history/contract.ts'
import { readOwnMessages } from '#server/messages/history/queries.ts'

export const loader = get({
  summary: 'The messages that were sent to you',
  requires: 'member',
  query: ownMessagesQuery,
  answer: ownMessages,
  run: (ctx, { query }) => readOwnMessages(ctx, requirePerson(ctx.actor), query),
})
