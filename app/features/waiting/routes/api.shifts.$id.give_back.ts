import { put } from '#app/http/calls.ts'
import { giveBackShift } from '#server/waiting/commands.ts'

/** 409 once the undo window is over. */
export const action = put({
  summary: 'Give back a shift that you have just taken',
  requires: 'member',
  answer: null,
  run: (ctx, { id }) => giveBackShift(ctx, id),
})
