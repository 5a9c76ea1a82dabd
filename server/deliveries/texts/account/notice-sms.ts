import { ascii, shorten } from '#server/deliveries/texts/plain.ts'

const SMS_LENGTH = 160

/** Name lengths to try, from full to just distinguishable. */
const LENGTHS = [80, 60, 40, 30, 24, 20, 16, 12, 8]

const LINK = '{link}'

type NoticeSms = {
  club: string
  /** Text with placeholders; the address replaces a final `{link}`. */
  text: string
  /** By placeholder, cut if the text is too long. */
  names: Readonly<Record<string, string>>
  /** By placeholder, never cut. */
  moments: Readonly<Record<string, string>>
  url: string
}

/**
 * Writes an SMS of one part: site, text and address. Shortens names first, then the site, then the end of the text.
 * Never cuts days, times or the address, so texts must state them first.
 */
export function noticeSms({ club, text, names, moments, url }: NoticeSms): string {
  const hasLink = text.endsWith(LINK)
  const tail = hasLink ? ` ${url}` : ''
  const words = hasLink ? text.slice(0, -LINK.length).trimEnd() : text
  const fill = (most: number) =>
    ascii(words.replace(/\{(\w+)\}/g, (_, key: string) => moments[key] ?? shorten(ascii(names[key] ?? ''), most)))
  const room = SMS_LENGTH - tail.length
  const briefest = fill(LENGTHS.at(-1)!)
  const composed = [...LENGTHS.map((most) => `${club}: ${fill(most)}`), briefest]
  return `${composed.find((sms) => sms.length <= room) ?? shorten(briefest, room)}${tail}`
}
