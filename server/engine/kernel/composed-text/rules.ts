type Form = 'NFC' | 'NFD' | 'NFKC' | 'NFKD'

const MARKS = /\p{M}+/gu
/** So many combining marks in a row are normalised together; no word of any language has as many. */
const MAX_MARKS = 30
/** The combining grapheme joiner: nothing is sorted across it. */
const JOINER = '\u034f'

/**
 * A text in a normal form of Unicode, in linear time. Marks in a row are sorted by normalising, which takes the square of their
 * number; a joiner between each thirty bounds it (Unicode Standard Annex 15, the stream-safe text format).
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
