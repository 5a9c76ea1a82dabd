import { type FieldName, type FieldValues, replaceFields } from './fields.ts'
import type { Buttons } from './html.ts'

/**
 * Writes the plain part of a mail from its Markdown: without the marks of headings and emphasis, links with their address, buttons as a
 * line and their address. Costs no more than the text's length.
 */
export function plainText(markdown: string, values: FieldValues, buttons: Buttons): string {
  const plain = markdown
    .replace(/\r\n?/g, '\n')
    .replace(/!?\[([^[\]\n]{0,500})\]\(([^()\s]{1,2000})\)/g, (_, label: string, url: string) =>
      label && label !== url ? `${label} (${url})` : url,
    )
    .replace(/^#{1,6} +/gm, '')
    .replace(/\*\*([^*\n]{1,2000})\*\*/g, '$1')
    .replace(/\n{3,}/g, '\n\n')
  return filledText(plain, values, (name) =>
    buttons[name] ? `${buttons[name].label}: ${buttons[name].url}` : '',
  ).trim()
}

/** Fills the fields of a text without marks, such as a subject or an SMS. */
export const filledText = (text: string, values: FieldValues, button: (name: FieldName) => string = () => ''): string =>
  replaceFields(text, (name, fallback) => values[name] || button(name) || fallback)
