import { get } from '#app/http/calls.ts'
import { explainAnswer, explainQuery } from '#server/deliveries/explain/contract.ts'
import { explain } from '#server/messages/explain/queries.ts'

/** With one of `shift`, `event` and `message`. */
export const loader = get({
  summary: 'What a person was sent about a shift, an event or a message, and why they didn’t get the rest',
  requires: 'admin',
  query: explainQuery,
  answer: explainAnswer,
  run: async (ctx, { query, app }) => ({ candidates: await explain(ctx, app.collections, query) }),
})
