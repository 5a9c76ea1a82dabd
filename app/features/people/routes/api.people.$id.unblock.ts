import { put } from '#app/http/calls.ts'
import { unblockPerson } from '#server/people/blocked/commands.ts'
import { unblocked, unblockInput } from '#server/people/blocked/contract.ts'

/** 409 for a complaint or STOP: only the person's own switch lifts it. */
export const action = put({
  summary: 'Send to an address again after it bounced, and send what is still due',
  requires: 'admin',
  body: unblockInput,
  answer: unblocked,
  run: (ctx, { id, body }) => unblockPerson(ctx, id, body),
})
