import { signUp } from '#server/requests/sign-up/commands.ts'
import { signUpInput } from '#server/requests/sign-up/contract.ts'
import { idFrom, parse } from '../http/parse.ts'
import { formPage } from '../http/redirects.ts'
import { screenAction } from '../http/screen.ts'
import { paths } from '../shell/paths.ts'

/** Requests a shift of the event. */
export const action = screenAction({
  requires: 'member',
  handle: async (ctx, form, { params }) =>
    signUp(ctx, { event: idFrom(params.pk), ...parse(signUpInput, Object.fromEntries(form)) }),
})

export const loader = formPage(paths.event)
