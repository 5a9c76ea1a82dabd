import { post } from '#app/http/calls.ts'
import { previewCallOff } from '#server/events/decide/commands.ts'
import { callOffPreview } from '#server/events/decide/contract.ts'

/** Stores nothing. */
export const action = post({
  summary: 'Who would be notified that an event is called off',
  requires: 'admin',
  answer: callOffPreview,
  run: (ctx, { id }) => previewCallOff(ctx, id),
})
