import { idFrom } from '#app/http/parse.ts'
import { formPage } from '#app/http/redirects.ts'
import { screenAction } from '#app/http/screen.ts'
import { paths } from '#app/shell/paths.ts'
import { unpublishEvent } from '#server/publishing/commands.ts'

export const action = screenAction({
  requires: 'admin',
  handle: (ctx, _form, { params }) => unpublishEvent(ctx, idFrom(params.pk)),
})

export const loader = formPage(paths.eventShifts)
