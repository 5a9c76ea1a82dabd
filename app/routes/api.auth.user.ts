import { getCurrentUser } from '#server/accounts/queries.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { publicSiteData } from '#server/engine/tenancy/public-site.ts'
import { api } from '../http/api.ts'

export const loader = api({
  methods: ['GET'],
  requires: 'member',
  access: 'read',
  handle: async (ctx) => {
    const user = await getCurrentUser(ctx.db, requirePerson(ctx.actor))
    return {
      ...user,
      site: publicSiteData(ctx.site),
      impersonator: ctx.actor.kind === 'person' ? ctx.actor.impersonator : null,
    }
  },
})
export const action = loader
