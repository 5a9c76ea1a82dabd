import { getCurrentUser } from '#server/accounts/queries.ts'
import { publicSiteData } from '#server/engine/tenancy/public-site.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { SiteDb } from '#server/engine/tenancy/with-site.ts'

type Tokens = { access: string; refresh: string; person: number }

/** The API's answer to every way of signing in: the tokens, and the person as `auth/user` returns them. */
export async function signInReply(
  db: SiteDb,
  site: Site,
  { access, refresh, person }: Tokens,
  impersonator: { id: number; name: string } | null = null,
) {
  const user = { ...(await getCurrentUser(db, person)), site: publicSiteData(site, { signedIn: true }), impersonator }
  return { access, refresh, user }
}
