import { post } from '#app/http/calls.ts'
import { audienceAnswer, audienceInput } from '#server/messages/audience/answer-contract.ts'
import { countAudience, countText } from '#server/messages/audience/queries.ts'
import { readCapsLeft } from '#server/messages/sending/caps.ts'

/** Stores nothing. */
export const action = post({
  summary: 'Count who gets a message, who does not and why, and how many may still be sent',
  requires: 'admin',
  isHeavy: true,
  access: 'read',
  body: audienceInput,
  answer: audienceAnswer,
  run: async (ctx, { body, app }) => {
    const { kind, audience, also_sms, scheduled_for = null } = body
    return {
      ...(await countAudience(ctx, app.collections, body)),
      ...(await readCapsLeft(ctx, kind, { scheduled_for })),
      ...(kind === 'email' &&
        also_sms && {
          sms: {
            ...(await countText(ctx, app.collections, audience)),
            ...(await readCapsLeft(ctx, 'sms', { scheduled_for })),
          },
        }),
    }
  },
})
