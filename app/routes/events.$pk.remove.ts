import { redirect } from '@remix-run/node'
import { idFrom } from '../http/parse.ts'
import { screenAction } from '../http/screen.ts'
import { paths } from '../paths.ts'

/** Removes the event with its shifts; those on them are told. */
export const action = screenAction({
  requires: 'admin',
  handle: async (ctx, _form, { params, app }) => {
    await app.collections.remove(ctx, 'events', idFrom(params.pk))
    return redirect(paths.events)
  },
})
