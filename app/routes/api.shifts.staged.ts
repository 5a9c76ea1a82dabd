import { saveStagedShifts } from '#server/shifts/list-edit/commands.ts'
import { stagedShifts } from '#server/shifts/list-edit/contract.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'

/** `{changes: [{id, was, fields}]}`: all or none; 409 with `overtaken` when somebody else changed one of these fields. */
export const action = api({
  methods: ['PUT'],
  requires: 'admin',
  access: 'write',
  handle: (ctx, { body, app }) => saveStagedShifts(ctx, app.collections, parse(stagedShifts, body)),
})
export const loader = action
