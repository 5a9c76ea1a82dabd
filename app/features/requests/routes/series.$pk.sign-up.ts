import { idFrom, parse } from '#app/http/parse.ts'
import { formPage } from '#app/http/redirects.ts'
import { screenAction } from '#app/http/screen.ts'
import { paths } from '#app/shell/paths.ts'
import { signUpToSeries } from '#server/requests/sign-up/commands.ts'
import { seriesSignUpInput } from '#server/requests/sign-up/contract.ts'

export const action = screenAction({
  requires: 'member',
  handle: async (ctx, form, { params }) => {
    const chosen = form.has('events') ? { events: form.getAll('events') } : {}
    const { events } = parse(seriesSignUpInput, chosen)
    return { created: await signUpToSeries(ctx, idFrom(params.pk), events) }
  },
})

export const loader = formPage(paths.seriesPage)
