import { put } from '#app/http/calls.ts'
import { onRecord } from '#app/http/on-record.ts'
import { answerAsk } from '#server/cover/answer.ts'
import { coverAnswerInput } from '#server/cover/calls-contract.ts'
import { requireOwnAsk } from '#server/cover/control.ts'

/** 409 with `{detail, instead}` when the shift is taken: `instead` holds open shifts that the person could do. */
export const action = put(
  onRecord('coverasks', {
    summary: 'Say whether you can cover; the first to say yes gets the shift',
    requires: 'member',
    body: coverAnswerInput,
    run: async (ctx, { id, body }) => {
      await requireOwnAsk(ctx, id)
      await answerAsk(ctx, id, body.answer, 'screen')
    },
  }),
)
