import { requirePerson } from '#server/access/permission.ts'
import { getCurrentUser } from '#server/accounts/queries.ts'
import { publicSiteData } from '#server/tenancy/public-site.ts'
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
