import { calls, del, get, put } from '#app/http/calls.ts'
import { askForTimes, withdrawTimes } from '#server/requests/times/commands.ts'
import { ownTimeRequest, timesInput } from '#server/requests/times/contract.ts'
import { getTimesOfShift } from '#server/requests/times/queries.ts'

export const loader = get({
  summary: 'Different times the person on a shift has asked for, with the answer',
  requires: 'member',
  answer: ownTimeRequest,
  run: (ctx, { id }) => getTimesOfShift(ctx, id),
})

/** One pending request per shift: asking again changes it. 409 when it is no longer the one of `version`. */
const ask = put({
  summary: 'Ask for different times on your shift',
  requires: 'member',
  body: timesInput,
  answer: ownTimeRequest,
  run: async (ctx, { id, body }) => {
    await askForTimes(ctx, id, body)
    return getTimesOfShift(ctx, id)
  },
})

const withdraw = del({
  summary: 'Withdraw your request for different times',
  requires: 'member',
  answer: null,
  run: (ctx, { id }) => withdrawTimes(ctx, id),
})

export const action = calls(ask, withdraw)
