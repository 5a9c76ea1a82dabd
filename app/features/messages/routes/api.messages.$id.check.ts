import { get } from '#app/http/calls.ts'
import { checkQuery, messageCheck } from '#server/messages/checks/contract.ts'
import { checkMessage } from '#server/messages/checks/queries.ts'

export const loader = get({
  summary: 'Check a message before it is sent: its recipients, fields without a value, the last message to them',
  requires: 'admin',
  query: checkQuery,
  answer: messageCheck,
  run: (ctx, { id, query, app }) => checkMessage(ctx, app.collections, id, query),
})
