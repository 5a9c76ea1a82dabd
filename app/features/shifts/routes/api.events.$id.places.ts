import { get } from '#app/http/calls.ts'
import { idFrom } from '#app/http/parse.ts'
import { copiedShifts, ontoEvent } from '#app/http/shapes.ts'
import { readsArea } from '#server/engine/access/permission.ts'
import { copyShifts } from '#server/shifts/copy/queries.ts'

export const loader = get({
  summary: 'The shifts of an event, moved to another',
  requires: 'admin',
  parameters: ontoEvent,
  answer: copiedShifts,
  run: async (ctx, { id, url }) => {
    const to = idFrom(url.searchParams.get('onto') ?? undefined)
    const copied = await copyShifts(ctx.db, { from: id, to, zone: ctx.site.timezone })
    const mayKnow = readsArea(ctx.actor, 'people') && readsArea(ctx.actor, 'training')
    return mayKnow ? copied : { ...copied, people: {} }
  },
})
