import { del, get } from '#app/http/calls.ts'
import { idFrom } from '#app/http/parse.ts'
import { copiedShifts, ontoEvent } from '#app/http/shapes.ts'
import { deleteTemplate } from '#server/shifts/templates/commands.ts'
import { readTemplateShifts } from '#server/shifts/templates/queries.ts'

export const loader = get({
  summary: 'The shifts of a template, moved to an event',
  requires: 'admin',
  parameters: ontoEvent,
  answer: copiedShifts,
  run: (ctx, { id, url }) =>
    readTemplateShifts(ctx.db, {
      template: id,
      onto: idFrom(url.searchParams.get('onto') ?? undefined),
      zone: ctx.site.timezone,
    }),
})

export const action = del({
  summary: 'Remove a template',
  requires: 'admin',
  answer: null,
  run: (ctx, { id }) => deleteTemplate(ctx, id),
})
