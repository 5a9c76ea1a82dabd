import { copyShifts } from '#server/shifts/copy/queries.ts'
import { get } from '../http/calls.ts'
import { idFrom } from '../http/parse.ts'
import { copiedShifts, ontoEvent } from '../http/shapes.ts'

export const loader = get({
  summary: 'The shifts of an event, moved to another',
  requires: 'admin',
  parameters: ontoEvent,
  answer: copiedShifts,
  run: (ctx, { id, url }) =>
    copyShifts(ctx.db, {
      from: id,
      to: idFrom(url.searchParams.get('onto') ?? undefined),
      zone: ctx.site.timezone,
    }),
})
