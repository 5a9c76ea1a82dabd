import * as z from 'zod'
import { get, post } from '#app/http/calls.ts'
import { wholeNumber } from '#app/http/shapes.ts'
import { saveTemplate } from '#server/shifts/templates/commands.ts'
import { templateInput } from '#server/shifts/templates/contract.ts'
import { listTemplates } from '#server/shifts/templates/queries.ts'

export const loader = get({
  summary: 'The roster templates',
  requires: 'admin',
  answer: z.object({ templates: z.array(z.object({ id: wholeNumber, name: z.string(), places: wholeNumber })) }),
  run: async ({ db }) => ({ templates: await listTemplates(db) }),
})

export const action = post({
  summary: 'Store the shifts of an event as a template',
  requires: 'admin',
  body: templateInput,
  answer: z.object({ id: wholeNumber }),
  run: async (ctx, { body }) => ({ id: await saveTemplate(ctx, body) }),
})
