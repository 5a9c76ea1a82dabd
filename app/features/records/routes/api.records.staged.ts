import { put } from '#app/http/calls.ts'
import { keyFrom } from '#app/http/idempotency-key.ts'
import { changesetSaved } from '#app/http/shapes.ts'
import { saveChangeset } from '#server/engine/collections/changeset.ts'
import { changesetInput } from '#server/engine/collections/changeset-contract.ts'

/** 409 with `conflicts` when someone else changed one of the records. */
export const action = put({
  summary: 'Save changes that were staged on records',
  requires: 'admin',
  body: changesetInput,
  answer: changesetSaved,
  run: (ctx, { request, body, app }) => saveChangeset(ctx, app.collections, 'records', body, keyFrom(request)),
})
