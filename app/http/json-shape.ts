/** Deeper than the input of any call, and far below the limit of the stack. */
const MAX_DEPTH = 32
/** More entries than the largest list that a call takes. */
const MAX_ENTRIES = 100_000

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [0x5b, 0x5d, 0x7b, 0x7d]

/**
 * Checks the shape of a JSON text before it is parsed: neither too deeply nested for recursive code, nor so large that
 * checking it blocks other requests. Scans the bytes once and decodes none.
 * @returns the problem, or null.
 */
export function jsonShapeProblem(bytes: Uint8Array): string | null {
  let depth = 0
  let entries = 0
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]
    if (byte === QUOTE) at = endOfText(bytes, at)
    else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
      if (++depth > MAX_DEPTH) return `This is nested deeper than ${MAX_DEPTH} levels.`
      entries += 1
    } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) depth -= 1
    else if (byte === COMMA) entries += 1
    if (entries > MAX_ENTRIES) return `This has more than ${MAX_ENTRIES.toLocaleString('en-GB')} entries.`
  }
  return null
}

function endOfText(bytes: Uint8Array, from: number): number {
  let at = from + 1
  while (at < bytes.length && bytes[at] !== QUOTE) at += bytes[at] === BACKSLASH ? 2 : 1
  return at
}
