import { get } from '#app/http/calls.ts'
import { linkOrigin } from '#server/engine/kernel/config.ts'
import { receipt, receiptQuery } from '#server/publishing/receipt/contract.ts'
import { readReceipt } from '#server/publishing/receipt/queries.ts'

export const loader = get({
  summary: 'What came of publishing an event: who was sent what, how far it got, and who has replied',
  requires: 'admin',
  access: 'write',
  query: receiptQuery,
  answer: receipt,
  run: (ctx, { id, query: { person }, app }) =>
    readReceipt(ctx, id, { person, origin: linkOrigin(app.config, ctx.site) }),
})
