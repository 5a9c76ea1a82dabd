import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Site } from '#server/engine/tenancy/site.ts'
import type { Actor } from './actor.ts'

const MOST = 2_000

/** The credentials of a request, as far as they identify its caller. */
type Identifying = { kind: string; token: string }

/**
 * Remembers the actor that credentials had when they were last looked up. An expected actor proves nothing: work for them may
 * begin while they are looked up, and its result may leave the process only once the lookup has found the very same actor.
 */
export type ExpectedActors = {
  expect(site: Site, credentials: Identifying): Actor | undefined
  /** Keeps what the lookup found, or forgets the credentials if it found nobody. */
  learn(site: Site, credentials: Identifying, found: Actor | undefined): void
}

/** Holds at most `most` actors, the least recently learnt leaves first. Tokens are kept as hashes. */
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

/** Whether a lookup found the actor that was expected, to the last field. */
export const isSameActor = (a: Actor, b: Actor): boolean => isDeepStrictEqual(a, b)
