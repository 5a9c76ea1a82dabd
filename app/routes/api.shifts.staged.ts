import * as z from 'zod'
import { saveStagedShifts } from '#server/shifts/list-edit/commands.ts'
import { stagedShifts } from '#server/shifts/list-edit/contract.ts'
import { put } from '../http/calls.ts'
import { whole } from '../http/shapes.ts'

/** All or none; 409 when somebody else changed one of these fields. */
export const action = put({
  summary: 'Save changes that were staged in the list of shifts',
  requires: 'admin',
  body: stagedShifts,
  answer: z.object({ saved: whole }),
  run: (ctx, { body, app }) => saveStagedShifts(ctx, app.collections, body),
})
