import { assignShifts, previewAssign } from '#server/shifts/assign/commands.ts'
import { assignSteps } from '#server/shifts/assign/contract.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'

/** PUT puts people on shifts, all or none; POST only says how many people that would tell. 409 as for one shift. */
export const action = api({
  methods: ['PUT', 'POST'],
  requires: 'admin',
  access: 'write',
  handle: (ctx, { request, body, app }) =>
    (request.method === 'POST' ? previewAssign : assignShifts)(ctx, app.collections, parse(assignSteps, body).steps),
})
export const loader = action
