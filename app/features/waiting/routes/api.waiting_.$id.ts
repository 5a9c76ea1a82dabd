import { del, get } from '#app/http/calls.ts'
import { leaveList } from '#server/waiting/commands.ts'
import { waitingEntry } from '#server/waiting/contract.ts'
import { getWaiting } from '#server/waiting/queries.ts'

export const loader = get({
  summary: 'Your place on a waiting list',
  requires: 'member',
  answer: waitingEntry,
  run: (ctx, { id }) => getWaiting(ctx, id),
})

export const action = del({
  summary: 'Leave a waiting list, or remove someone from it',
  requires: 'member',
  answer: null,
  run: (ctx, { id }) => leaveList(ctx, id),
})
