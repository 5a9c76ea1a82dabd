import { leaveList } from '#server/waiting/commands.ts'
import { del } from '../http/calls.ts'

export const action = del({
  summary: 'Leave a waiting list, or remove somebody from it',
  requires: 'member',
  answer: null,
  run: (ctx, { id }) => leaveList(ctx, id),
})
