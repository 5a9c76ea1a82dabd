import { unpublishEvent } from '#server/publishing/commands.ts'
import { idFrom } from '../http/parse.ts'
import { formPage } from '../http/redirects.ts'
import { screenAction } from '../http/screen.ts'
import { paths } from '../shell/paths.ts'

export const action = screenAction({
  requires: 'admin',
  handle: (ctx, _form, { params }) => unpublishEvent(ctx, idFrom(params.pk)),
})

export const loader = formPage(paths.eventShifts)
