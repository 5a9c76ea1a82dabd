import { recipientList, recipientsQuery } from '#server/messages/sending/contract.ts'
import { listRecipients } from '#server/messages/sending/recipients.ts'
import { get } from '../http/calls.ts'

export const loader = get({
  summary: 'All recipients of a message, and whether they got it',
  requires: 'admin',
  query: recipientsQuery,
  answer: recipientList,
  run: (ctx, { id, query }) => listRecipients(ctx, id, query),
})
