import { previewRepeat, repeatEvent } from '#server/events/repeat/commands.ts'
import { repeatInput } from '#server/events/repeat/contract.ts'
import { api } from '../http/api.ts'
import { idFrom, parse } from '../http/parse.ts'

/** Makes the event again on the dates of a rule; `?preview` only says which those are. */
export const action = api({
  methods: ['POST'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { params, body, url, app }) => {
    const ask = parse(repeatInput, body)
    const id = idFrom(params.id)
    if (url.searchParams.has('preview')) return { dates: await previewRepeat(ctx, id, ask.rule) }
    return { events: await repeatEvent(ctx, app.collections, id, ask) }
  },
})
export const loader = action
