import { get, post } from '#app/http/calls.ts'
import { joinList } from '#server/waiting/commands.ts'
import { waitingEntry, waitingInput, waitingList, waitingQuery } from '#server/waiting/contract.ts'
import { getWaiting, listWaiting } from '#server/waiting/queries.ts'

/** The caller's positions in the order of joining; all for admins. */
export const loader = get({
  summary: 'Places on waiting lists',
  requires: 'member',
  query: waitingQuery,
  answer: waitingList,
  run: (ctx, { query }) => listWaiting(ctx, query),
})

/**
 * 400 at the field while a shift is open to the person, or when they could do none. Joining again returns the position.
 */
export const action = post({
  summary: 'Join the waiting list of an assignment at an event',
  requires: 'member',
  body: waitingInput,
  status: 201,
  answer: waitingEntry,
  run: async (ctx, { body }) => getWaiting(ctx, await joinList(ctx, body)),
})
