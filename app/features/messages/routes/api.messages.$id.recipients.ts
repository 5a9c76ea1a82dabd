import { get } from '#app/http/calls.ts'
import { recipientList, recipientsQuery } from '#server/messages/sending/contract.ts'
import { listRecipients } from '#server/messages/sending/recipients.ts'

export const loader = get({
  summary: 'All recipients of a message, and whether they got it',
  requires: 'admin',
  query: recipientsQuery,
  answer: recipientList,
  run: (ctx, { id, query }) => listRecipients(ctx, id, query),
})
