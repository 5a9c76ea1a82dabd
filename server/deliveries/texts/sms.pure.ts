import { splitAtFields } from './fields.pure.ts'

/** The basic table of GSM 03.38, without its escape. A character takes one septet. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ\u00a7¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Its extension table: a character takes two septets. */
const EXTENDED = new Set('\f^{}\\[~]|€')

/** How many units fit into a text of one part, and into each part of a longer one: septets, or two-byte units. */
const ROOM = { 'GSM-7': { alone: 160, part: 153 }, 'UCS-2': { alone: 70, part: 67 } } as const
export type SmsEncoding = keyof typeof ROOM

export type SmsCount = {
  encoding: SmsEncoding
  /** Signs as people count them. */
  characters: number
  /** Units that the network counts, and how many the parts hold in all. */
  units: number
  room: number
  segments: number
  /** The characters that need the wide alphabet, each once. */
  wide: string[]
}

/** The most characters that are listed as the cause of the wide alphabet. */
const MAX_LISTED = 10

/**
 * Counts the parts of a text message: in the plain alphabet (GSM 03.38) when all of its characters are in it, else in the wide one (UCS-2).
 * A character of two units never stands in two parts. The provider's library does the same, with a package that is no longer kept up.
 */
export function countSms(text: string): SmsCount {
  const characters = [...text]
  const wide = [...new Set(characters.filter((character) => !BASIC.has(character) && !EXTENDED.has(character)))]
  const encoding: SmsEncoding = wide.length ? 'UCS-2' : 'GSM-7'
  const sizes = characters.map((character) => sizeOf(character, encoding))
  const units = sizes.reduce((sum, size) => sum + size, 0)
  const { alone, part } = ROOM[encoding]
  const segments = units <= alone ? Math.min(1, units) : partsOf(sizes, part)
  return {
    encoding,
    characters: characters.length,
    units,
    room: segments < 2 ? alone : segments * part,
    segments,
    wide: wide.slice(0, MAX_LISTED),
  }
}

const sizeOf = (character: string, encoding: SmsEncoding): number =>
  encoding === 'UCS-2' ? character.length : EXTENDED.has(character) ? 2 : 1

function partsOf(sizes: readonly number[], part: number): number {
  let parts = 1
  let used = 0
  for (const size of sizes) {
    if (used + size > part) {
      parts += 1
      used = 0
    }
    used += size
  }
  return parts
}

/** Rewrites a text with `plain`, word by word, and the fallbacks of its fields: spaces and lines stay. */
export const rewriteWords = (text: string, plain: (word: string) => string): string =>
  splitAtFields(text)
    .map((part) => {
      if (typeof part === 'string') return part.replace(/[^\S\n]/g, ' ').replace(/\S+/g, (word) => plain(word))
      const fallback = part.fallback && plain(part.fallback)
      return fallback ? `{{${part.name}|${fallback}}}` : `{{${part.name}}}`
    })
    .join('')
