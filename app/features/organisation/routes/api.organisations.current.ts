import * as z from 'zod'
import { get, put } from '#app/http/calls.ts'
import { forgetSite } from '#app/http/forget-site.ts'
import { publicSite } from '#app/http/shapes.ts'
import { type Actor, standingOf } from '#server/engine/access/actor.ts'
import { readsArea } from '#server/engine/access/permission.ts'
import { publicSiteData } from '#server/engine/tenancy/public-site.ts'
import { changeOrganisation, organisationOf } from '#server/organisation/commands.ts'
import { organisation, organisationChange } from '#server/organisation/contract.ts'

const mayChange = (actor: Actor) =>
  standingOf(actor) === 'admin' || (actor.kind === 'key' && readsArea(actor, 'organisation'))

export const loader = get({
  summary: 'The site, with admin-only settings for admins',
  requires: 'anyone',
  answer: z.object({ ...organisation.partial().shape, ...publicSite.shape }),
  run: async (ctx) => ({
    ...publicSiteData(ctx.site, { signedIn: ctx.actor.kind === 'person' || ctx.actor.kind === 'key' }),
    ...(mayChange(ctx.actor) && organisationOf(ctx.site)),
  }),
})

export const action = put({
  summary: 'Change the site',
  requires: 'admin',
  body: organisationChange,
  answer: z.object({ ...publicSite.shape, ...organisation.shape }),
  run: async (ctx, { body }) => ({
    ...publicSiteData(ctx.site, { signedIn: true }),
    ...(await changeOrganisation(ctx, body)),
  }),
  afterCommit: forgetSite,
})
