import { put } from '#app/http/calls.ts'
import { offerShift } from '#server/waiting/commands.ts'
import { offerInput, waitingEntry } from '#server/waiting/contract.ts'
import { getWaiting } from '#server/waiting/queries.ts'

/** 409 while the person is offered another shift, or when the shift is not open or does not suit them. */
export const action = put({
  summary: 'Offer an open shift to one person of a waiting list',
  requires: 'admin',
  body: offerInput,
  answer: waitingEntry,
  run: async (ctx, { id, body }) => {
    await offerShift(ctx, id, body.shift)
    return getWaiting(ctx, id)
  },
})
