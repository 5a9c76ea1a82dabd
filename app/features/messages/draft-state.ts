import type { Origin } from '#app/shell/begin-message.ts'
import type { Audience } from '#server/messages/audience/contract.ts'
import { type EditState, editOf } from './edit-state.ts'

export type MessageKind = 'email' | 'sms'

/** The editable fields of a draft. Instants are ISO. */
export type DraftFields = {
  kind: MessageKind
  /** An email that is sent as a text too. */
  also_sms: boolean
  subject: string
  body: string
  template: number | null
  audience: Audience
  scheduled_for: string | null
  reply_to: 'site' | 'sender'
  origin: Origin | null
}

export type StoredDraft = DraftFields & { id: number; version: string }

export const NEW_DRAFT: DraftFields = {
  kind: 'email',
  also_sms: false,
  subject: '',
  body: '',
  template: null,
  audience: {},
  scheduled_for: null,
  reply_to: 'site',
  origin: null,
}

export type DraftState = EditState<DraftFields>

/** @param initial content of a new draft, such as an audience; not stored before something is written. */
export const { open: openDraft, step: draftStep, unsaved, isUnsaved, clashing } = editOf<DraftFields>(NEW_DRAFT)

/** As what a draft is sent. */
export const kindsOf = ({ kind, also_sms }: Pick<DraftFields, 'kind' | 'also_sms'>): readonly MessageKind[] =>
  also_sms ? ['email', 'sms'] : [kind]
