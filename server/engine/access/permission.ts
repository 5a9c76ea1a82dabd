import { DomainError, forbidden } from '#server/engine/kernel/errors.ts'
import { type Actor, personOf, standingOf } from './actor.ts'
import { type Area, holdsScope, type Scope } from './scopes.pure.ts'

/**
 * `anyone` is public; `member` is any signed-in person. An API key acts as an admin. `kiosk` is a paired device only.
 */
export type Requirement = 'anyone' | 'member' | 'admin' | 'kiosk'

/**
 * Checks the permission of a route.
 * @throws DomainError 'unauthenticated' without a code when no one is signed in, 'forbidden' when the access role is
 * missing.
 */
export function requireStanding(actor: Actor, requirement: Requirement): void {
  if (requirement === 'anyone') return
  const standing = standingOf(actor)
  if (standing === 'nobody') throw unauthenticated(actor)
  if (requirement === 'kiosk' && standing !== 'kiosk') throw forbidden()
  if (standing === 'system' || standing === 'admin' || standing === 'key') return
  if (requirement === 'member' && standing === 'user') return
  throw forbidden()
}

/** Refuses a read-only API key. @throws DomainError 'forbidden'. */
export function requireWriter(actor: Actor): void {
  if (actor.kind === 'key' && actor.scope !== 'write') throw forbidden('This API key can only read.')
}

/**
 * Checks the scopes of an API key; other actors pass.
 * @param scopes null for calls that are for people only.
 * @throws DomainError 'forbidden', listing missing scopes in its message and as `missing_scopes`.
 */
export function requireScopes(actor: Actor, scopes: readonly Scope[] | null): void {
  if (actor.kind !== 'key') return
  if (scopes === null) throw forbidden('API keys cannot make this call. It’s for signed-in people.')
  const missing_scopes = scopes.filter((scope) => !holdsScope(actor, scope))
  if (!missing_scopes.length) return
  const words = missing_scopes.length === 1 ? 'scope' : 'scopes'
  throw new DomainError('forbidden', `This API key lacks the ${words} ${missing_scopes.join(', ')}.`, {
    body: { missing_scopes },
  })
}

export const readsArea = (actor: Actor, area: Area): boolean =>
  actor.kind !== 'key' || holdsScope(actor, `${area}:read`)

/** Returns the acting person's id. @throws DomainError 'unauthenticated', 'forbidden'. */
export function requirePerson(actor: Actor): number {
  const person = personOf(actor)
  if (person === null) throw standingOf(actor) === 'nobody' ? unauthenticated(actor) : forbidden()
  return person
}

/**
 * Returns the acting person's id, for what only they may do: an operator who acts as them may not.
 * @throws DomainError as `requirePerson`.
 */
export function requireOwnAct(actor: Actor): number {
  const person = requirePerson(actor)
  refuseOperator(actor)
  return person
}

/** Guards what someone has said or agreed to. @throws DomainError 'forbidden' for an operator. */
export function refuseOperator(actor: Actor): void {
  if (actor.kind === 'person' && actor.impersonator?.operator !== undefined)
    throw forbidden('This is not possible while acting as someone else.')
}

/** Guards what is a person's own. @throws DomainError 'forbidden' for an operator who acts as that person. */
export function requireOwnFor(actor: Actor, person: number | null): void {
  if (person !== null && person === personOf(actor)) requireOwnAct(actor)
}

/** Builds a 401; it has a code only after a session, since the code signs a client out. */
export const unauthenticated = (actor: Actor) =>
  new DomainError(
    'unauthenticated',
    'Please sign in.',
    actor.kind === 'nobody' && actor.lost ? { reason: actor.lost } : {},
  )
