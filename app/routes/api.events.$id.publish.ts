import { publishEvent } from '#server/shifts/publication/commands.ts'
import { api } from '../http/api.ts'
import { idFrom } from '../http/parse.ts'

export const action = api({
  methods: ['PUT'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { params, app }) => {
    const id = idFrom(params.id)
    await publishEvent(ctx, id)
    return app.collections.list(ctx, 'shifts', { event: String(id), limit: '-1', expand: 'person' })
  },
})
export const loader = action
