import { put } from '#app/http/calls.ts'
import { correctEmailInput, emailCorrected } from '#server/people/blocked/contract.ts'
import { correctEmail } from '#server/people/blocked/correct-email.ts'

/** 409 once the owner of the present email has confirmed it: only they can change it then. */
export const action = put({
  summary: 'Correct a person’s email that no one has confirmed yet',
  requires: 'admin',
  body: correctEmailInput,
  answer: emailCorrected,
  run: (ctx, { id, body }) => correctEmail(ctx, id, body),
})
