import type { SessionLoss } from '#server/engine/kernel/errors.ts'
import type { KeyScopes } from './scopes.pure.ts'

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

/** The formats of a person's stored settings. */
export function formatsOf(settings: unknown): Pick<PersonSettings, 'dateFormat' | 'timeFormat'> {
  const { dateFormat, timeFormat } = { ...DEFAULT_SETTINGS, ...(settings as Partial<PersonSettings>) }
  return { dateFormat, timeFormat }
}

export type SignedInPerson = {
  id: number
  account_id: number | null
  name: string
  email: string
  avatar: string | null
  access_role: 'admin' | 'user'
  settings: PersonSettings
  /** The accepted version of the privacy policy and terms; null for people whom an admin added. */
  consent_version?: string | null
}

/**
 * Who acts in a person's name: an admin of the site as a member, or an operator of the platform as an admin. `operator`
 * is the account of an operator, who is no person of the site.
 */
export type Impersonator =
  | { id: number; name: string; operator?: undefined }
  | { id: null; name: string; operator: number }

/** The caller of a request; the only input of permissions. */
export type Actor =
  /** `lost`: the cookie of a session that has ended. */
  | { kind: 'nobody'; lost?: SessionLoss }
  | {
      kind: 'person'
      person: SignedInPerson
      session: number
      /** Shows the member's view; never affects permissions. */
      viewAsUser: boolean
      impersonator: Impersonator | null
      /** When the person's account at this site will be closed, ISO. */
      closing?: string
      /** The session's use has not been recorded for some minutes. */
      unseen?: boolean
    }
  | { kind: 'kiosk'; id: number; name: string }
  /** `stale`: the key's use has to be recorded. */
  | ({ kind: 'key'; id: number; stale?: boolean } & KeyScopes)
  /** Workers, the command line, the demo. */
  | { kind: 'system'; name: string }

export const NOBODY: Actor = { kind: 'nobody' }

export type Standing = 'admin' | 'user' | 'kiosk' | 'key' | 'nobody' | 'system'

export const standingOf = (actor: Actor): Standing => (actor.kind === 'person' ? actor.person.access_role : actor.kind)

/** The actor of an audit log line, possibly a person who is just signing in. */
export type AuditActor = Actor | { kind: 'person'; person: { id: number }; impersonator: null }

export const personOf = (actor: AuditActor): number | null => (actor.kind === 'person' ? actor.person.id : null)

/** Returns the id of a person who acts for themselves; null for others and for whoever acts in a person's name. */
export const ownActor = (actor: AuditActor): number | null =>
  actor.kind === 'person' && actor.impersonator ? null : personOf(actor)

/** Labels an actor for logs, without names and addresses. What an operator did is not the admin's to undo. */
export function labelOf(actor: AuditActor): string {
  if (actor.kind !== 'person') return 'id' in actor ? `${actor.kind}:${actor.id}` : actor.kind
  return actor.impersonator?.operator ? `operator:${actor.impersonator.operator}` : `person:${actor.person.id}`
}

/** Whether a person acts for themselves, or the product; false for an API key and for whoever acts in a person's name. */
export const actsInPerson = (actor: Actor): boolean =>
  actor.kind !== 'key' && !(actor.kind === 'person' && actor.impersonator)
