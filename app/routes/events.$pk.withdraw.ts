import { withdraw } from '#server/requests/sign-up/commands.ts'
import { idFrom } from '../http/parse.ts'
import { screenAction } from '../http/screen.ts'

/** Withdraws one's own request for the event. */
export const action = screenAction({
  requires: 'member',
  handle: async (ctx, _form, { params }) => withdraw(ctx, idFrom(params.pk)),
})
