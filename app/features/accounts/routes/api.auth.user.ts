import { get } from '#app/http/calls.ts'
import { currentUser } from '#app/http/shapes.ts'
import { getCurrentUser } from '#server/accounts/queries.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { publicSiteData } from '#server/engine/tenancy/public-site.ts'

export const loader = get({
  summary: 'The signed-in person in full',
  requires: 'member',
  answer: currentUser,
  run: async (ctx) => ({
    ...(await getCurrentUser(ctx.db, requirePerson(ctx.actor))),
    site: publicSiteData(ctx.site, { signedIn: true }),
    impersonator: ctx.actor.kind === 'person' ? ctx.actor.impersonator : null,
  }),
})
