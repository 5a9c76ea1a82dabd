import { put } from '#app/http/calls.ts'
import { keyFrom } from '#app/http/idempotency-key.ts'
import { changesetSaved } from '#app/http/shapes.ts'
import { saveStagedShifts } from '#server/shifts/list-edit/commands.ts'
import { stagedShifts } from '#server/shifts/list-edit/contract.ts'

/** 409 with `conflicts` when someone else changed one of the shifts. */
export const action = put({
  summary: 'Save changes that were staged in the list of shifts',
  undoable: true,
  requires: 'admin',
  body: stagedShifts,
  answer: changesetSaved,
  run: (ctx, { request, body, app }) => saveStagedShifts(ctx, app.collections, body, keyFrom(request)),
})
