import { type Device, findActorByToken, type OpenedSession, openSession } from '#server/accounts/sessions.ts'
import type { Actor } from '#server/engine/access/actor.ts'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { World } from './world.ts'

export const DEVICE: Device = { ip: '127.0.0.1', user_agent: 'Mozilla/5.0 (X11; Linux x86_64) Chrome/140.0.0.0' }

type SignedIn = OpenedSession & { actor: Extract<Actor, { kind: 'person' }> }

/** A live session of a person, and the actor that its tokens stand for. */
export const openFor = (world: World, site: Site, person: { id: number }): Promise<SignedIn> =>
  world.withSite(
    site.id,
    async (db) => {
      const row = await db
        .selectFrom('people')
        .select(['id', 'account_id'])
        .where('id', '=', person.id)
        .executeTakeFirstOrThrow()
      const session = await openSession(db, site, row, DEVICE, world.clock.now())
      return { ...session, actor: await findActorByToken(db, site, 'access', session.access, world.clock.now()) }
    },
    { access: 'write' },
  )

/** What the next request with these tokens meets: the actor, or the code of the refusal, for each way of asking. */
export async function nextRequest(
  world: World,
  site: Site,
  { access, cookie }: Pick<OpenedSession, 'access' | 'cookie'>,
) {
  const ask = (kind: 'access' | 'cookie', token: string) =>
    world
      .withSite(site.id, (db) => findActorByToken(db, site, kind, token, world.clock.now()))
      .catch((error: { extras: { reason: string } }) => error.extras.reason)
  return [await ask('access', access), await ask('cookie', cookie)]
}
