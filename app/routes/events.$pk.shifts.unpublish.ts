import { unpublishEvent } from '#server/shifts/publication/commands.ts'
import { idFrom } from '../http/parse.ts'
import { screenAction } from '../http/screen.ts'

export const action = screenAction({
  requires: 'admin',
  handle: (ctx, _form, { params }) => unpublishEvent(ctx, idFrom(params.pk)),
})
