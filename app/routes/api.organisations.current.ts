import { publicSiteData } from '#server/tenancy/public-site.ts'
import { api } from '../http/api.ts'

export const loader = api({
  methods: ['GET'],
  requires: 'anyone',
  access: 'read',
  handle: async (ctx) => publicSiteData(ctx.site),
})
export const action = loader
