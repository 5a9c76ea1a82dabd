import { revokeKiosk } from '#server/kiosks/commands.ts'
import { api } from '../http/api.ts'
import { idFrom } from '../http/parse.ts'

export const action = api({
  methods: ['PUT'],
  requires: 'admin',
  access: 'write',
  handle: async (ctx, { params, app }) => {
    const id = idFrom(params.id)
    await revokeKiosk(ctx, id)
    return app.collections.get(ctx, 'kiosks', id)
  },
})
export const loader = action
