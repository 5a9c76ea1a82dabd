import * as z from 'zod'
import { calls, del, post } from '#app/http/calls.ts'
import { instant } from '#app/http/shapes.ts'
import { cancelOwnClosure, scheduleOwnClosure } from '#server/people/self/closure.ts'

const close = post({
  summary: 'Schedule the deletion of your account at this site',
  requires: 'member',
  answer: z.object({ due_at: instant }),
  run: (ctx) => scheduleOwnClosure(ctx),
})

const keep = del({
  summary: 'Cancel the deletion of the account',
  requires: 'member',
  answer: null,
  run: (ctx) => cancelOwnClosure(ctx),
})

export const action = calls(close, keep)
