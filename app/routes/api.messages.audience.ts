import { audienceCount, audienceInput } from '#server/messages/audience/answer-contract.ts'
import { countAudience } from '#server/messages/audience/queries.ts'
import { post } from '../http/calls.ts'

/** Nothing is stored. */
export const action = post({
  summary: 'Count who gets a message, and who does not and why',
  requires: 'admin',
  access: 'read',
  body: audienceInput,
  answer: audienceCount,
  run: (ctx, { body, app }) => countAudience(ctx, app.collections, body),
})
