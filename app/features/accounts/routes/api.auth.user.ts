import { get } from '#app/http/calls.ts'
import { currentUser } from '#app/http/shapes.ts'
import { getCurrentUser } from '#server/accounts/queries.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import { requirePerson } from '#server/engine/access/permission.ts'
import { publicSiteData } from '#server/engine/tenancy/public-site.ts'

export const loader = get({
  summary: 'The signed-in person in full',
  requires: 'member',
  answer: currentUser,
  run: async (ctx) => ({
    ...(await getCurrentUser(ctx.db, requirePerson(ctx.actor))),
    site: publicSiteData(ctx.site, { signedIn: true }),
    impersonator: impersonatorOf(ctx.actor),
  }),
})

function impersonatorOf(actor: Actor): { id: number | null; name: string } | null {
  if (actor.kind !== 'person' || !actor.impersonator) return null
  const { id, name } = actor.impersonator
  return { id, name }
}
