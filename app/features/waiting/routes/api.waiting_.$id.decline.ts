import { put } from '#app/http/calls.ts'
import { declineOffer } from '#server/waiting/commands.ts'
import { waitingEntry } from '#server/waiting/contract.ts'
import { getWaiting } from '#server/waiting/queries.ts'

/** The person stays on the list. */
export const action = put({
  summary: 'Say no to the shift that is offered; it goes to the next person',
  requires: 'member',
  answer: waitingEntry,
  run: async (ctx, { id }) => {
    await declineOffer(ctx, id)
    return getWaiting(ctx, id)
  },
})
