import { idFrom } from '#app/http/parse.ts'
import { formPage } from '#app/http/redirects.ts'
import { screenAction } from '#app/http/screen.ts'
import { paths } from '#app/shell/paths.ts'
import { withdraw } from '#server/requests/sign-up/commands.ts'

export const action = screenAction({
  requires: 'member',
  handle: async (ctx, _form, { params }) => withdraw(ctx, idFrom(params.pk)),
})

export const loader = formPage(paths.event)
