import { cutText } from './cut-text.pure.ts'

const PATTERNS: [RegExp, string | ((found: string) => string)][] = [
  [/(?<![a-z0-9+.-])[a-z0-9+.-]+:\/\/\S+/gi, '[address]'],
  [/[^\s"'`<>()=,;:]+/g, (word) => (isAddressed(word) ? '[email]' : word)],
  [/\)=\([^)]*\)/g, ')=(…)'],
  [/"[^"]*"|“[^“”]*”|`[^`]*`|\B'[^']*'\B/g, '"…"'],
  [/[\w+/=-]{20,}/g, '[secret]'],
  [
    /\b[45]\d\d[ -][45]\.\d{1,3}\.\d{1,3}(?![\d.])|\+?\d[\d\s().-]{5,}\d/g,
    (found) => (isMailStatus(found) ? found : '[number]'),
  ],
]
const isMailStatus = (found: string) => /^[45]\d\d[ -][45]\.\d+\.\d+$/.test(found)
const isAddressed = (word: string) => {
  const at = word.indexOf('@', 1)
  return at > 0 && at < word.length - 1
}
const MAX_MESSAGE = 500
const MAX_FRAMES = 20
const MAX_FRAME = 200

/** Removes quoted data from an error's message: addresses, emails, values, long words and numbers; keeps the status of a mail server. */
export const scrub = (message: string): string =>
  cutText(
    PATTERNS.reduce((text, [found, put]) => text.replace(found, put as string), cutText(message, 4 * MAX_MESSAGE)),
    MAX_MESSAGE,
  )

/** Lists the code locations of a stack, without hosts, queries and the message. */
export const framesOf = (stack: string): string =>
  cutText(stack, 20_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .|^[\w.$/<>*]*@\S+:\d+$/.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) => cutText(line.replace(/https?:\/\/[^/\s)]+/g, '').replace(/\?[^\s):]*/g, ''), MAX_FRAME))
    .join('\n')
