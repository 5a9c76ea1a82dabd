import { type FieldName, type FieldValues, replaceFields } from '#server/deliveries/texts/fields.pure.ts'
import { decodeHtml, type HtmlPiece, piecesOf } from './html-pieces.ts'

const BLOCKS = new Set(['p', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'table', 'pre'])

type Tag = Extract<HtmlPiece, { kind: 'tag' }>
type List = { isOrdered: boolean; next: number }

/**
 * Writes the plain part of a mail from its HTML: links with address, lists with dashes or numbers, pictures by
 * description. Linear time for each level of quotation.
 */
export function plainText(html: string): string {
  const writer = createWriter()
  for (const piece of piecesOf(html)) {
    if (piece.kind === 'text') writer.text(decodeHtml(piece.html))
    else writer.tag(piece)
  }
  return writer.end()
}

function createWriter() {
  const texts: string[][] = [[]]
  const links: { href: string; from: number }[] = []
  const lists: List[] = []
  let inPre = false
  let isFirstCell = true
  let last = '\n'

  const write = (text: string): void => {
    if (text) last = text
    texts.at(-1)?.push(text)
  }
  const writeBreak = (isOpening: boolean) => write(lists.length ? (isOpening ? '' : '\n') : '\n\n')

  const endLink = (): void => {
    const { href, from } = links.pop() ?? { href: '', from: 0 }
    const label = (texts.at(-1) ?? []).slice(from).join('').trim()
    const plain = href.replace(/^mailto:/, '')
    if (href && label !== href && label !== plain) write(label ? ` (${plain})` : plain)
  }
  const endQuotation = (): void => {
    if (texts.length < 2) return
    const lines = tidy((texts.pop() ?? []).join('')).split('\n')
    write(`\n\n${lines.map((line) => `> ${line}`.trimEnd()).join('\n')}\n\n`)
  }
  const list = (isOrdered: boolean, closes: boolean): void => {
    if (closes) lists.pop()
    if (!lists.length) write('\n\n')
    if (!closes) lists.push({ isOrdered, next: 1 })
  }
  const item = (): void => {
    const list = lists.at(-1)
    write(`\n${'  '.repeat(Math.max(0, lists.length - 1))}${list?.isOrdered ? `${list.next}. ` : '- '}`)
    if (list) list.next += 1
  }
  const cell = (): void => {
    if (!isFirstCell) write(/\s$/.test(last) ? '| ' : ' | ')
    isFirstCell = false
  }
  const open = ({ name, attributes }: Tag): void => {
    if (name === 'a') links.push({ href: attributes.get('href') ?? '', from: texts.at(-1)?.length ?? 0 })
    else if (name === 'br') write('\n')
    else if (name === 'img') write(attributes.get('alt') ?? '')
    else if (name === 'hr') write('\n\n---\n\n')
    else if (name === 'blockquote') texts.push([])
    else if (name === 'ul' || name === 'ol') list(name === 'ol', false)
    else if (name === 'li') item()
    else if (name === 'td' || name === 'th') cell()
    else if (name === 'tr') {
      isFirstCell = true
      write('\n')
    } else if (BLOCKS.has(name)) writeBreak(true)
    if (name === 'pre') inPre = true
  }
  const close = ({ name }: Tag): void => {
    if (name === 'a') endLink()
    else if (name === 'blockquote') endQuotation()
    else if (name === 'ul' || name === 'ol') list(name === 'ol', true)
    else if (BLOCKS.has(name)) writeBreak(false)
    if (name === 'pre') inPre = false
  }
  return {
    tag: (tag: Tag): void => (tag.closes ? close(tag) : open(tag)),
    /** Collapses spaces, and removes them at the start of a line, except in preformatted text. */
    text: (text: string): void => {
      const spaced = inPre ? text : text.replace(/\s+/g, ' ')
      write(!inPre && /\s$/.test(last) ? spaced.trimStart() : spaced)
    },
    end: (): string => {
      while (texts.length > 1) endQuotation()
      return tidy((texts[0] ?? []).join(''))
    },
  }
}

const tidy = (text: string) =>
  text
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()

/** Fills the fields of unformatted text, such as a subject or an SMS. */
export const filledText = (text: string, values: FieldValues, button: (name: FieldName) => string = () => ''): string =>
  replaceFields(text, (name, fallback) => values[name] || button(name) || fallback)

type Formatted = { kind: 'email' | 'sms'; body: string; rendered_html: string | null; attachments: readonly unknown[] }

/** Returns an email as a text: its plain part, without files. Its source while it is not rendered. */
export const asText = <T extends Formatted>(content: T): T =>
  content.kind === 'sms'
    ? content
    : {
        ...content,
        kind: 'sms',
        body: content.rendered_html === null ? content.body : plainText(content.rendered_html),
        attachments: [],
      }

/** What an email has that its text has not. */
export type Lost = { files: number; pictures: number; formatting: boolean }

export function lostAsText({ rendered_html, attachments }: Pick<Formatted, 'rendered_html' | 'attachments'>): Lost {
  const names = piecesOf(rendered_html ?? '').flatMap((piece) => (piece.kind === 'tag' ? [piece.name] : []))
  return {
    files: attachments.length,
    pictures: names.filter((name) => name === 'img').length,
    formatting: names.some((name) => !PLAIN.has(name)),
  }
}

/** Links keep their address, lists their dashes or numbers. */
const PLAIN = new Set(['p', 'br', 'img', 'a', 'ul', 'ol', 'li'])
