import * as z from 'zod'
import { put } from '#app/http/calls.ts'
import { keyFrom } from '#app/http/idempotency-key.ts'
import { changesetSaved, instant, published, undoToken, wholeNumber } from '#app/http/shapes.ts'
import { saveRoster } from '#server/shifts/roster-editor/commands.ts'
import { rosterEdit } from '#server/shifts/roster-editor/contract.ts'

/** 409 with `conflicts` when someone else changed the event or one of its shifts. */
export const action = put({
  summary: 'Save the staged changes of an event and its shifts',
  undoable: true,
  requires: 'admin',
  body: rosterEdit,
  answer: changesetSaved.extend({
    saved: z.literal(true),
    outside: wholeNumber,
    extended: instant.optional(),
    moved: z.object({ shifts: wholeNumber, undo: undoToken }).optional(),
    published: published.optional(),
  }),
  run: (ctx, { request, id, body, app }) =>
    saveRoster(ctx, app.collections, id, body, keyFrom(request) ?? body.token ?? null),
})
