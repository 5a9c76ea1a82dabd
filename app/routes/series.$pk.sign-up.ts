import { signUpToSeries } from '#server/requests/sign-up/commands.ts'
import { formPage } from '../http/form-page.ts'
import { idFrom } from '../http/parse.ts'
import { screenAction } from '../http/screen.ts'
import { paths } from '../shell/paths.ts'

/** Requests a shift at every coming event of the series. */
export const action = screenAction({
  requires: 'member',
  handle: async (ctx, _form, { params }) => ({ created: await signUpToSeries(ctx, idFrom(params.pk)) }),
})

export const loader = formPage(paths.seriesPage)
