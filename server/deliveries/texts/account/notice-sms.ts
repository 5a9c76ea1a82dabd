import { ascii, shorten } from '#server/deliveries/texts/plain.ts'

/** One part of GSM 03.38. */
const SMS_LENGTH = 160

/** The lengths to try for names, from full to what still tells two of them apart. */
const LENGTHS = [80, 60, 40, 30, 24, 20, 16, 12, 8]

const LINK = '{link}'

type NoticeSms = {
  club: string
  /** The words, with placeholders. It has the address behind it where it ends in `{link}`. */
  text: string
  /** By placeholder, cut where the text is too long. */
  names: Readonly<Record<string, string>>
  /** By placeholder, never cut. */
  moments: Readonly<Record<string, string>>
  url: string
}

/**
 * Writes an SMS of one part: the club, the words, and the address. Where that is too long, first the names give way, then the club, whose
 * name is in the address, and the end of the words last of all. Days, times and the address are never cut: words name them first.
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
