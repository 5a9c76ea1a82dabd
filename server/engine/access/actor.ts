import type { SessionLoss } from '#server/engine/kernel/errors.ts'
import type { KeyScopes } from './scopes/rules.ts'

/** A member's choices. */
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
  /** Which text of the privacy policy and terms they agreed to; null for people whom an admin added. */
  consent_version?: string | null
}

/** Who is asking. Permissions look at nothing else. */
export type Actor =
  /** `lost`: they came with the cookie of a session that is gone. */
  | { kind: 'nobody'; lost?: SessionLoss }
  | {
      kind: 'person'
      person: SignedInPerson
      session: number
      /** The page is drawn as for a member; permissions never rest on it. */
      viewAsUser: boolean
      impersonator: { id: number; name: string } | null
      /** When the person's account at this site ends, ISO, where they asked for that. */
      closing?: string
      /** A browser's session that has not noted its use for some minutes. */
      unseen?: boolean
    }
  | { kind: 'kiosk'; id: number; name: string }
  /** `stale`: its use is to be noted. */
  | ({ kind: 'key'; id: number; stale?: boolean } & KeyScopes)
  /** The product itself: workers, the command line, imports of the demo. */
  | { kind: 'system'; name: string }

export const NOBODY: Actor = { kind: 'nobody' }

/** The column of the permission tables that applies to an actor. */
export type Standing = 'admin' | 'user' | 'kiosk' | 'key' | 'nobody' | 'system'

export const standingOf = (actor: Actor): Standing => (actor.kind === 'person' ? actor.person.access_role : actor.kind)

/** Who stands behind a line of the audit log: also a person who is only just signing in. */
export type AuditActor = Actor | { kind: 'person'; person: { id: number }; impersonator: null }

/** The id of the acting person, null for anything that is not a person. */
export const personOf = (actor: AuditActor): number | null => (actor.kind === 'person' ? actor.person.id : null)

/** What the site's people and programs may be told apart by in logs: no names, no addresses. */
export const labelOf = (actor: AuditActor): string =>
  actor.kind === 'person' ? `person:${actor.person.id}` : 'id' in actor ? `${actor.kind}:${actor.id}` : actor.kind
