/** What may be somebody's data or a secret in the words of an error, and what stands for it. */
const PATTERNS: [RegExp, string | ((found: string) => string)][] = [
  [/(?<![a-z0-9+.-])[a-z0-9+.-]+:\/\/\S+/gi, '[address]'],
  [/[^\s"'`<>()=,;:]+/g, (word) => (isAddressed(word) ? '[email]' : word)],
  [/\)=\([^)]*\)/g, ')=(…)'],
  [/"[^"]*"|“[^“”]*”|`[^`]*`|\B'[^']*'\B/g, '"…"'],
  [/[\w+/=-]{20,}/g, '[secret]'],
  [/\+?\d[\d\s().-]{5,}\d/g, '[number]'],
]
/** True of a word with something on both sides of an `@`. */
const isAddressed = (word: string) => {
  const at = word.indexOf('@', 1)
  return at > 0 && at < word.length - 1
}
const MAX_MESSAGE = 500
const MAX_FRAMES = 20
const MAX_FRAME = 200

/** The words of an error without what they quote: addresses, emails, values, long words and numbers. */
export const scrub = (message: string): string =>
  PATTERNS.reduce((text, [found, put]) => text.replace(found, put as string), message.slice(0, 4 * MAX_MESSAGE)).slice(
    0,
    MAX_MESSAGE,
  )

/** Where an error came from: places in the code alone, without hosts and queries. The message that a stack repeats is dropped. */
export const framesOf = (stack: string): string =>
  stack
    .slice(0, 20_000)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /^at .|^[\w.$/<>*]*@\S+:\d+$/.test(line))
    .slice(0, MAX_FRAMES)
    .map((line) =>
      line
        .replace(/https?:\/\/[^/\s)]+/g, '')
        .replace(/\?[^\s):]*/g, '')
        .slice(0, MAX_FRAME),
    )
    .join('\n')
