import { recordEnd } from '#server/shifts/hours/commands.ts'
import { recordedTime } from '#server/shifts/hours/contract.ts'
import { api } from '../http/api.ts'
import { idFrom, parse } from '../http/parse.ts'

/** PUT {datetime}: answers the shift in list shape. */
export const action = api({
  methods: ['PUT'],
  requires: 'member',
  access: 'write',
  handle: async (ctx, { params, body, app }) => {
    const id = idFrom(params.id)
    await recordEnd(ctx, id, parse(recordedTime, body).datetime)
    return app.collections.get(ctx, 'shifts', id)
  },
})
export const loader = action
