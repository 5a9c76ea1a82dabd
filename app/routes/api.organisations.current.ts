import { publicSiteData } from '#server/engine/tenancy/public-site.ts'
import { changeOrganisation } from '#server/organisation/commands.ts'
import { organisationChange } from '#server/organisation/contract.ts'
import { afterSiteChange } from '../http/after-site-change.ts'
import { api } from '../http/api.ts'
import { parse } from '../http/parse.ts'

export const loader = api({
  methods: ['GET', 'PUT'],
  requires: 'anyone',
  access: 'read',
  handle: async (ctx) => publicSiteData(ctx.site),
})

/** The own site's data, changed by an admin; answers what anybody reads of it and what only admins do. */
export const action = afterSiteChange(
  api({
    methods: ['GET', 'PUT'],
    requires: 'admin',
    access: 'write',
    handle: async (ctx, { body }) => ({
      ...publicSiteData(ctx.site),
      ...(await changeOrganisation(ctx, parse(organisationChange, body))),
    }),
  }),
)
