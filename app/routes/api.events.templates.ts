import { keepTemplate } from '#server/shifts/templates/commands.ts'
import { templateInput } from '#server/shifts/templates/contract.ts'
import { listTemplates } from '#server/shifts/templates/queries.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'

/** The kept sets of places. */
export const loader = api({
  methods: ['GET'],
  requires: 'admin',
  access: 'read',
  handle: async ({ db }) => ({ templates: await listTemplates(db) }),
})

/** Keeps the places of an event under a name. */
export const action = api({
  methods: ['POST'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { body }) => ({ id: await keepTemplate(ctx, parse(templateInput, body)) }),
})
