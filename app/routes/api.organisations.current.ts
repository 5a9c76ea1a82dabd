import * as z from 'zod'
import { publicSiteData } from '#server/engine/tenancy/public-site.ts'
import { changeOrganisation } from '#server/organisation/commands.ts'
import { organisation, organisationChange } from '#server/organisation/contract.ts'
import { get, put } from '../http/calls.ts'
import { forgetSite } from '../http/forget-site.ts'
import { publicSite } from '../http/shapes.ts'

export const loader = get({
  summary: 'The site',
  requires: 'anyone',
  answer: publicSite,
  run: async (ctx) => publicSiteData(ctx.site),
})

/** Answers what anybody reads of the site and what only admins do. */
export const action = put({
  summary: 'Change the site',
  requires: 'admin',
  body: organisationChange,
  answer: z.object({ ...publicSite.shape, ...organisation.shape }),
  run: async (ctx, { body }) => ({ ...publicSiteData(ctx.site), ...(await changeOrganisation(ctx, body)) }),
  afterCommit: forgetSite,
})
