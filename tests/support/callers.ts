import { mintSecret } from '#server/engine/access/secrets.ts'
import { hashSecret } from '#server/engine/kernel/derive.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { Api } from './api.ts'
import type { World } from './world.ts'

export const ROLES = ['nobody', 'member', 'admin', 'kiosk', 'reader', 'writer'] as const
export type Role = (typeof ROLES)[number]

/** Credentials of each access role of a site, fresh persons each time. */
export async function credentialsOfRoles(
  world: World,
  api: Api,
  site: Site,
): Promise<Record<Role, Record<string, string>>> {
  const key = async (scope: string) => {
    const secret = mintSecret('wb', site.id)
    await world.insert(site, 'apikeys', {
      name: scope,
      scope,
      prefix: secret.slice(0, 9),
      key_hash: hashSecret(secret),
    })
    return { authorization: `Bearer ${secret}` }
  }
  const kiosk = mintSecret('wk', site.id)
  await world.insert(site, 'kiosks', { name: 'Door', secret_hash: hashSecret(kiosk) })
  return {
    nobody: {},
    member: await api.signIn(site, await world.makePerson(site)),
    admin: await api.signIn(site, await world.makePerson(site, { role: 'admin' })),
    kiosk: { 'x-kiosk-auth': kiosk },
    reader: await key('read'),
    writer: await key('write'),
  }
}
