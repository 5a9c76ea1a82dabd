import { idFrom, parse } from '#app/http/parse.ts'
import { formPage } from '#app/http/redirects.ts'
import { screenAction } from '#app/http/screen.ts'
import { paths } from '#app/shell/paths.ts'
import { signUp } from '#server/requests/sign-up/commands.ts'
import { signUpInput } from '#server/requests/sign-up/contract.ts'

export const action = screenAction({
  requires: 'member',
  handle: async (ctx, form, { params }) =>
    signUp(ctx, { event: idFrom(params.pk), ...parse(signUpInput, Object.fromEntries(form)) }),
})

export const loader = formPage(paths.event)
