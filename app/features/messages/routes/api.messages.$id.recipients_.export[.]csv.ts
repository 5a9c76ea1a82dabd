import { get } from '#app/http/calls.ts'
import { csvFile } from '#app/http/reply.ts'
import { recipientsQuery } from '#server/messages/sending/contract.ts'
import { exportRecipients } from '#server/messages/sending/recipients.ts'

/** The audit log records an export, so it needs a write transaction. */
export const loader = get({
  summary: 'The recipients of a message as a CSV file',
  requires: 'admin',
  isHeavy: true,
  access: 'write',
  query: recipientsQuery.pick({ state: true }),
  answer: 'csv',
  run: async (ctx, { app, id, query }) => {
    const file = await exportRecipients(ctx, id, query)
    if (ctx.actor.kind === 'person') await app.limits.take('export', { site: ctx.site.id, person: ctx.actor.person.id })
    return csvFile(file, 'recipients')
  },
})
