import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { Actor } from './actor.ts'

/** As many as sites are cached, at about 1 kB each. */
const MOST = 10_000

type Identifying = { kind: string; token: string }

/**
 * Caches actors by their credentials. An expected actor proves nothing: work for it may start during the lookup, but
 * its result may leave the process only if the lookup finds the very same actor.
 */
export type ExpectedActors = {
  expect(site: Site, credentials: Identifying): Actor | undefined
  /** Caches the found actor; drops the credentials if no one was found. */
  learn(site: Site, credentials: Identifying, found: Actor | undefined): void
}

/** Holds at most `most` actors and evicts the least recently learnt. Tokens are kept as hashes. */
export function createExpectedActors(most = MOST): ExpectedActors {
  const actors = new Map<string, Actor>()
  return {
    expect: (site, credentials) => actors.get(keyOf(site, credentials)),
    learn: (site, credentials, found) => {
      const key = keyOf(site, credentials)
      actors.delete(key)
      if (!found || found.kind === 'nobody') return
      actors.set(key, found)
      const [oldest] = actors.size > most ? actors.keys() : []
      if (oldest) actors.delete(oldest)
    },
  }
}

const keyOf = (site: Site, { kind, token }: Identifying) =>
  `${site.id} ${kind} ${createHash('sha256').update(token).digest('base64')}`

/** Whether two actors are the same with the same rights. A key's use that has to be recorded makes no difference. */
export const isSameActor = (a: Actor, b: Actor): boolean => isDeepStrictEqual(rightsOf(a), rightsOf(b))

const rightsOf = (actor: Actor): Actor => (actor.kind === 'key' ? { ...actor, stale: false } : actor)
