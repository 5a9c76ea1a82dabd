import { get } from '#app/http/calls.ts'
import { timeRequestList, timeRequestQuery } from '#server/requests/times/contract.ts'
import { listTimeRequests } from '#server/requests/times/queries.ts'

/** The pending ones, the soonest shift first; with `state=answered` the others, the newest first. */
export const loader = get({
  summary: 'Different times people have asked for on their shifts',
  requires: 'admin',
  query: timeRequestQuery,
  answer: timeRequestList,
  run: (ctx, { query }) => listTimeRequests(ctx, query),
})
