import * as z from 'zod'
import { previewPublish } from '#server/shifts/grid/commands.ts'
import { publishEvents } from '#server/shifts/publication/commands.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'

const ask = z.object({ events: z.array(z.number().int().positive()).max(200) })

/** PUT publishes all shifts of the events; POST only says how many people that would tell. */
export const action = api({
  methods: ['PUT', 'POST'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { request, body }) => {
    const { events } = parse(ask, body)
    return request.method === 'POST' ? { notifies: await previewPublish(ctx, events) } : publishEvents(ctx, events)
  },
})
export const loader = action
