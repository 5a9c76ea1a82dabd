import { redirect } from '@remix-run/node'
import { people } from '#server/people/contract.ts'
import { idFrom } from '../http/parse.ts'
import { screenAction } from '../http/screen.ts'
import { paths } from '../shell/paths.ts'

/** Approves a registration: sets the access role and sends an email. */
export const action = screenAction({
  requires: 'admin',
  handle: async (ctx, _form, { app, params }) => {
    await app.collections.records(people).update(ctx, [{ id: idFrom(params.pk), is_active: true }])
    return { activated: true }
  },
})

export const loader = () => redirect(paths.dashboard)
