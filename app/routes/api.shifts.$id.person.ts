import { assignShift } from '#server/shifts/assign/commands.ts'
import { assignPerson } from '#server/shifts/assign/contract.ts'
import { api } from '../http/api.ts'
import { idFrom, parse } from '../http/parse.ts'

/** `{person, was}`: 409 when somebody else is on the shift than `was`. */
export const action = api({
  methods: ['PUT'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { params, body, app }) => {
    const id = idFrom(params.id)
    await assignShift(ctx, app.collections, id, parse(assignPerson, body))
    return app.collections.get(ctx, 'shifts', id, { expand: 'person' })
  },
})
export const loader = action
