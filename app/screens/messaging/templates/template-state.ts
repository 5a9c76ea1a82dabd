import { type EditState, editOf, type Stored } from '../edit-state.ts'

/** What is changed of a template. */
export type TemplateFields = {
  name: string
  kind: 'email' | 'sms'
  subject: string
  body: string
  archived: boolean
}

export type StoredTemplate = Stored<TemplateFields>
export type TemplateState = EditState<TemplateFields>

const NEW_TEMPLATE: TemplateFields = { name: '', kind: 'email', subject: '', body: '', archived: false }

export const templateEdit = editOf<TemplateFields>(NEW_TEMPLATE)
