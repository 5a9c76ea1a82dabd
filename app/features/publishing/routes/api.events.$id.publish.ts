import { put } from '#app/http/calls.ts'
import { publishEvent } from '#server/publishing/commands.ts'

export const action = put({
  summary: 'Publish all shifts of an event',
  requires: 'admin',
  answer: { list: 'shifts' },
  run: async (ctx, { id, app }) => {
    await publishEvent(ctx, id)
    return app.collections.list(ctx, 'shifts', { event: String(id), limit: '-1', expand: 'person' })
  },
})
