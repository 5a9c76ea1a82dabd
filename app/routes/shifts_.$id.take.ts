import { takeShift } from '#server/requests/sign-up/commands.ts'
import { idFrom } from '../http/parse.ts'
import { screenAction } from '../http/screen.ts'

/** Takes an open shift, where the site allows it. */
export const action = screenAction({
  requires: 'member',
  handle: async (ctx, _form, { params }) => takeShift(ctx, idFrom(params.id)),
})
