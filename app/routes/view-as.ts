import { redirect } from '@remix-run/node'
import { screenAction } from '../http/screen.ts'

export const action = screenAction({
  requires: 'admin',
  handle: async (ctx, form) => {
    if (ctx.actor.kind === 'person')
      await ctx.db
        .updateTable('sessions')
        .set({ view_as_user: form.get('view') === 'user' })
        .where('id', '=', ctx.actor.session)
        .execute()
    return redirect('/dashboard')
  },
})

export const loader = () => redirect('/dashboard')
