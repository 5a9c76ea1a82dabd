import { get } from '#app/http/calls.ts'
import { linkOrigin } from '#server/engine/kernel/config.ts'
import { messageReadersQuery, readersAnswer } from '#server/messages/content/preview-contract.ts'
import { listReaders } from '#server/messages/content/readers.ts'

/** First those who show whether it fits everyone: the longest name, one without a value, one with other formats. */
export const loader = get({
  summary: 'Who reads a message, and which of its fields have no value for them',
  requires: 'admin',
  query: messageReadersQuery,
  answer: readersAnswer,
  run: (ctx, { id, query, app }) =>
    listReaders(ctx, app.collections, id, { ...query, origin: linkOrigin(app.config, ctx.site) }),
})
