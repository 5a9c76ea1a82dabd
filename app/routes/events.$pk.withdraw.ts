import { withdraw } from '#server/requests/sign-up/commands.ts'
import { idFrom } from '../http/parse.ts'
import { formPage } from '../http/redirects.ts'
import { screenAction } from '../http/screen.ts'
import { paths } from '../shell/paths.ts'

/** Withdraws one's own request for the event. */
export const action = screenAction({
  requires: 'member',
  handle: async (ctx, _form, { params }) => withdraw(ctx, idFrom(params.pk)),
})

export const loader = formPage(paths.event)
