import { post } from '#app/http/calls.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { testAnswer, testQuery } from '#server/messages/sending/contract.ts'
import { sendTest } from '#server/messages/sending/send-test.ts'

/** Its subject begins with `[Test]`. At most 10 in ten minutes and 50 a day. */
export const action = post({
  summary: 'Send a message to yourself, as a test',
  requires: 'admin',
  status: 202,
  query: testQuery,
  answer: testAnswer,
  run: async (ctx, { id, query, app }) => {
    await app.limits.take('message_test', { site: ctx.site.id, person: requirePerson(ctx.actor) })
    return sendTest(ctx, id, query)
  },
})
