import { previewCallOff } from '#server/events/decide/commands.ts'
import { callOffPreview } from '#server/events/decide/contract.ts'
import { post } from '../http/calls.ts'

/** Nothing is stored. */
export const action = post({
  summary: 'Who would hear that an event is called off',
  requires: 'admin',
  answer: callOffPreview,
  run: (ctx, { id }) => previewCallOff(ctx, id),
})
