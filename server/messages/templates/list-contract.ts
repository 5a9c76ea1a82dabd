import type { MESSAGE_KINDS } from './contract.ts'

export const TEMPLATES_PAGE = 50

/** A template in the list, with the first words of its text. `last_used` is ISO: the last message sent from it. */
export type TemplateLine = {
  id: number
  name: string
  kind: (typeof MESSAGE_KINDS)[number]
  subject: string
  excerpt: string
  archived: boolean
  last_used: string | null
}
export type TemplateList = { count: number; offset: number; lines: TemplateLine[] }
