import * as z from 'zod'
import { post } from '#app/http/calls.ts'
import { renewEmailUid } from '#server/people/email-settings/commands.ts'

/** The earlier link stops working. */
export const action = post({
  summary: 'Create a new link to your email preferences',
  requires: 'member',
  answer: z.object({ email_uid: z.string() }),
  run: (ctx) => renewEmailUid(ctx),
})
