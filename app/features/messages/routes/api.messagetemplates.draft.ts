import { put } from '#app/http/calls.ts'
import { keyFrom } from '#app/http/idempotency-key.ts'
import { saveDraft } from '#server/messages/drafts/commands.ts'
import { draftInput, draftSaved } from '#server/messages/drafts/contract.ts'

/** 409 with `conflicts` when someone else changed it, in another tab or elsewhere. */
export const action = put({
  summary: 'Save a template, if no one else has changed it since it was read',
  requires: 'admin',
  body: draftInput,
  answer: draftSaved,
  run: (ctx, { request, body, app }) => saveDraft(ctx, app.collections, body, keyFrom(request), 'messagetemplates'),
})
