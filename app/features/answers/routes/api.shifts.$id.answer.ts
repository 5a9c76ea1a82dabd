import { put } from '#app/http/calls.ts'
import { answerShift } from '#server/answers/commands.ts'
import { answerInput } from '#server/answers/contract.ts'

type ShiftList = { results: { shifts: Record<number, Record<string, unknown>> } }

const NOBODY_ON_IT = { person: null, answer: null, answered_at: null, answered_by: null, answer_reason: '' }

/** A member released from a shift can no longer read it: the response is what they read before, without them. */
export const action = put({
  summary: 'Say whether you will be there; admins can answer for anyone',
  undoable: true,
  requires: 'member',
  body: answerInput,
  answer: { list: 'shifts' },
  run: async (ctx, { app, id, body }) => {
    const read = () => app.collections.get(ctx, 'shifts', id)
    if (!body.release) {
      await answerShift(ctx, id, body)
      return read()
    }
    const before: ShiftList = JSON.parse(await read())
    await answerShift(ctx, id, body)
    Object.assign(before.results.shifts[id] ?? {}, NOBODY_ON_IT)
    return before
  },
})
