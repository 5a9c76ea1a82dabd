import { signUpToSeries } from '#server/requests/sign-up/commands.ts'
import { idFrom } from '../http/parse.ts'
import { screenAction } from '../http/screen.ts'

/** Requests a shift at every coming event of the series. */
export const action = screenAction({
  requires: 'member',
  handle: async (ctx, _form, { params }) => ({ created: await signUpToSeries(ctx, idFrom(params.pk)) }),
})
