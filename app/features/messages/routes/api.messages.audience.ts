import { post } from '#app/http/calls.ts'
import { audienceAnswer, audienceInput } from '#server/messages/audience/answer-contract.ts'
import { countAudience } from '#server/messages/audience/queries.ts'
import { readCapsLeft } from '#server/messages/sending/caps.ts'

/** Stores nothing. */
export const action = post({
  summary: 'Count who gets a message, who does not and why, and how many may still be sent',
  requires: 'admin',
  isHeavy: true,
  access: 'read',
  body: audienceInput,
  answer: audienceAnswer,
  run: async (ctx, { body, app }) => ({
    ...(await countAudience(ctx, app.collections, body)),
    ...(await readCapsLeft(ctx, body.kind, { scheduled_for: body.scheduled_for ?? null })),
  }),
})
