import { splitAtFields } from './fields.pure.ts'

/** The basic table of GSM 03.38, without its escape. A character takes one septet. */
const BASIC = new Set(
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ\u00a7¿abcdefghijklmnopqrstuvwxyzäöñüà',
)
/** Its extension table: a character takes two septets. */
const EXTENDED = new Set('\f^{}\\[~]|€')

/** Units per text of one part, and per part of a longer one: septets, or two-byte units. */
const ROOM = { 'GSM-7': { alone: 160, part: 153 }, 'UCS-2': { alone: 70, part: 67 } } as const
export type SmsEncoding = keyof typeof ROOM

export type SmsCount = {
  encoding: SmsEncoding
  /** User-perceived characters. */
  characters: number
  /** Units counted by the network, and the capacity of the parts. */
  units: number
  room: number
  segments: number
  /** Characters that need the wide alphabet, once each. */
  wide: string[]
}

const MAX_LISTED = 10

/**
 * Counts the parts of a text: GSM 03.38 if it has all characters, else UCS-2. Characters of two units are not split
 * between parts. The provider's library does the same with an unmaintained package.
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

/** Rewrites a text with `plain`, word by word, and its fields' fallbacks; keeps spaces and lines. */
export const rewriteWords = (text: string, plain: (word: string) => string): string =>
  splitAtFields(text)
    .map((part) => {
      if (typeof part === 'string') return part.replace(/[^\S\n]/g, ' ').replace(/\S+/g, (word) => plain(word))
      const fallback = part.fallback && plain(part.fallback)
      return fallback ? `{{${part.name}|${fallback}}}` : `{{${part.name}}}`
    })
    .join('')
