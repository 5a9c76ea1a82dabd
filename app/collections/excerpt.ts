import { cutText } from '#server/engine/kernel/cut-text.pure.ts'

/** The first 120 characters of a text, without markdown and HTML tags. */
export const excerpt = (value: unknown) => {
  const text = String(value ?? '')
    .replace(/<\/?[a-z][^<>]*>/gi, ' ')
    .replace(/!?\[([^[\]]*)\]\([^()]*\)/g, '$1')
    .replace(/^[ \t]*(?:[-*+>]|#{1,6})[ \t]+/gm, '')
    .replace(/[*_`~]{2}|(?<!\w)[*_`]|[*_`](?!\w)/g, '')
    .replace(/\s+/g, ' ')
    .trim()
  return text.length > 120 ? `${cutText(text, 120)}…` : text
}
