import { put } from '#app/http/calls.ts'
import { assignShift } from '#server/shifts/assign/commands.ts'
import { assignPerson } from '#server/shifts/assign/contract.ts'

/** 409 when the person on the shift is not `was`. */
export const action = put({
  summary: 'Assign someone else to a shift',
  requires: 'admin',
  body: assignPerson,
  answer: { list: 'shifts' },
  run: async (ctx, { id, body, app }) => {
    await assignShift(ctx, app.collections, id, body)
    return app.collections.get(ctx, 'shifts', id, { expand: 'person' })
  },
})
