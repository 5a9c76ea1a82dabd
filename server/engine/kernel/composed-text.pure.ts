type Form = 'NFC' | 'NFD' | 'NFKC' | 'NFKD'

const MARKS = /\p{M}+/gu
/** Upper limit of consecutive combining marks, above any word of any language. */
const MAX_MARKS = 30
/** The combining grapheme joiner: nothing is sorted across it. */
const JOINER = '\u034f'

/**
 * Normalises a text in linear time. Sorting consecutive marks takes quadratic time; a joiner after each thirty bounds
 * it (Unicode Standard Annex 15, the stream-safe text format).
 */
export const normaliseText = (text: string, form: Form = 'NFC'): string =>
  text.replace(MARKS, splitMarks).normalize(form)

function splitMarks(marks: string): string {
  if (marks.length <= MAX_MARKS) return marks
  const all = [...marks]
  let text = ''
  for (let at = 0; at < all.length; at += MAX_MARKS)
    text += `${at ? JOINER : ''}${all.slice(at, at + MAX_MARKS).join('')}`
  return text
}
