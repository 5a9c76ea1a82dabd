const MAX_FIELDS = 1_000
/** Maximum size in bytes of a part's headers: name, type and language. */
const MAX_HEAD_LENGTH = 4_096

const TOO_MANY = `A form has at most ${MAX_FIELDS.toLocaleString('en-GB')} fields.`
const NOT_A_FORM = 'The body is not a form.'
const AMPERSAND = 0x26

/**
 * The whole header, with one boundary in the characters of RFC 2046. Any other form is refused: a parser might read a
 * different boundary than the one counted here.
 */
const BOUNDARY =
  /^multipart\/form-data *; *(?:charset=[\w-]{1,20} *; *)?boundary=("?)([\w'()+,./:=?-]{1,70})\1 *(?:; *charset=[\w-]{1,20} *)?$/i

/** Checks a form before it is parsed: too many fields would block other requests. @returns the problem, or null. */
export function formShapeProblem(bytes: Uint8Array, type: string): string | null {
  if (!/^multipart\//i.test(type)) return countOf(bytes, AMPERSAND) < MAX_FIELDS ? null : TOO_MANY
  const boundary = BOUNDARY.exec(type)?.[2]
  if (!boundary) return NOT_A_FORM
  return partsProblem(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), `--${boundary}`)
}

function countOf(bytes: Uint8Array, byteValue: number): number {
  let count = 0
  for (const byte of bytes) if (byte === byteValue) count += 1
  return count
}

function partsProblem(bytes: Buffer, boundary: string): string | null {
  let parts = 0
  for (let at = bytes.indexOf(boundary); at >= 0; at = bytes.indexOf(boundary, at + boundary.length)) {
    if (++parts > MAX_FIELDS) return TOO_MANY
    const head = bytes.subarray(at, at + MAX_HEAD_LENGTH + boundary.length)
    const closes = bytes.subarray(at + boundary.length, at + boundary.length + 2).toString('latin1') === '--'
    if (!closes && head.length > MAX_HEAD_LENGTH && !head.includes('\r\n\r\n'))
      return 'The headers of a part of the form are too long.'
  }
  return parts ? null : NOT_A_FORM
}
