import type { SessionLoss } from '#server/engine/kernel/errors.ts'
import type { KeyScopes } from './scopes.pure.ts'

/** A member's settings. */
export type PersonSettings = {
  dateFormat: string
  timeFormat: string
  dateTimeFormat: string
  theme: 'Auto' | 'Light' | 'Dark'
  hidden_external_calendars: string
}

export const DEFAULT_SETTINGS: PersonSettings = {
  dateFormat: 'ddd D MMM YYYY',
  timeFormat: 'h:mm a',
  dateTimeFormat: 'ddd D MMM YYYY h:mm a',
  theme: 'Auto',
  hidden_external_calendars: '',
}

export type SignedInPerson = {
  id: number
  account_id: number | null
  name: string
  email: string
  avatar: string | null
  access_role: 'admin' | 'user'
  settings: PersonSettings
  /** The version of the privacy policy and terms that they agreed to; null for people whom an admin added. */
  consent_version?: string | null
}

/** The caller of a request. Permissions depend on nothing else. */
export type Actor =
  /** `lost`: the cookie of a session that has ended. */
  | { kind: 'nobody'; lost?: SessionLoss }
  | {
      kind: 'person'
      person: SignedInPerson
      session: number
      /** Whether pages show the member's view; permissions never depend on it. */
      viewAsUser: boolean
      impersonator: { id: number; name: string } | null
      /** When the person's account at this site ends, ISO, if they asked for that. */
      closing?: string
      /** A browser's session whose use has not been recorded for some minutes. */
      unseen?: boolean
    }
  | { kind: 'kiosk'; id: number; name: string }
  /** `stale`: the key's use has to be recorded. */
  | ({ kind: 'key'; id: number; stale?: boolean } & KeyScopes)
  /** The product itself: workers, the command line, the demo. */
  | { kind: 'system'; name: string }

export const NOBODY: Actor = { kind: 'nobody' }

/** The column of the permission tables that applies to an actor. */
export type Standing = 'admin' | 'user' | 'kiosk' | 'key' | 'nobody' | 'system'

export const standingOf = (actor: Actor): Standing => (actor.kind === 'person' ? actor.person.access_role : actor.kind)

/** The actor of an audit log line, who may be a person that is only just signing in. */
export type AuditActor = Actor | { kind: 'person'; person: { id: number }; impersonator: null }

/** Returns the id of the acting person; null for any other actor. */
export const personOf = (actor: AuditActor): number | null => (actor.kind === 'person' ? actor.person.id : null)

/** Returns the id of the person who acts for themselves; null for any other actor, and for an admin who acts as somebody. */
export const ownActor = (actor: AuditActor): number | null =>
  actor.kind === 'person' && actor.impersonator ? null : personOf(actor)

/** Labels an actor for logs, without names and addresses. */
export const labelOf = (actor: AuditActor): string =>
  actor.kind === 'person' ? `person:${actor.person.id}` : 'id' in actor ? `${actor.kind}:${actor.id}` : actor.kind
