import { normaliseText } from '#server/engine/kernel/composed-text.pure.ts'

/** Allowed attachment types, with their file extensions. */
export const FILE_KINDS = {
  'application/pdf': ['pdf'],
  'image/png': ['png'],
  'image/jpeg': ['jpg', 'jpeg'],
  'text/calendar': ['ics'],
} as const

export type FileKind = keyof typeof FILE_KINDS

export const MAX_FILES = 3
/** Total per message, in bytes. */
export const MAX_FILES_BYTES = 5 * 1024 * 1024

export const TOO_MANY_FILES = `A message has at most ${MAX_FILES} files.`
export const TOO_LARGE = 'Together more than 5 MB.'

export const isFileKind = (type: string): type is FileKind => Object.hasOwn(FILE_KINDS, type)

export type MessageFile = { id: number; filename: string; content_type: string; size: number }

/** Maximum length of a name without extension, in characters. */
const MAX_NAME = 80
/** UTF-16 units read from the end of a given name. */
const MAX_GIVEN = 1_000
const MAX_SHOWN = 200

const PATH = /^.*[/\\]/s
const HIDDEN = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu
const RESERVED = /[<>:"|?*%;\p{Zl}\p{Zp}]/gu

/** Makes a given name safe to show: no folders, control characters or bidirectional marks. */
export const shownFileName = (given: string): string => {
  const name = normaliseText(given.slice(-MAX_GIVEN).toWellFormed())
    .replace(PATH, '')
    .replace(HIDDEN, '')
    .replace(RESERVED, '-')
    .replace(/\s+/g, ' ')
  // Whole characters: half of one cannot be stored.
  return [...name].slice(-MAX_SHOWN).join('')
}

/** Cleans an uploaded file's name: the extension of its kind, and nothing that affects headers, paths or text. */
export function cleanFileName(given: string, kind: FileKind): string {
  const name = shownFileName(given)
  const dot = name.lastIndexOf('.')
  const ending =
    dot < 0
      ? ''
      : name
          .slice(dot + 1)
          .trim()
          .toLowerCase()
  const hasEnding = FILE_KINDS[kind].some((known) => known === ending)
  const stem = [...(hasEnding ? name.slice(0, dot) : name)].slice(0, MAX_NAME).join('')
  return `${trimmed(stem) || 'file'}.${hasEnding ? ending : FILE_KINDS[kind][0]}`
}

function trimmed(text: string): string {
  const isOuter = (at: number) => text[at] === '.' || text[at] === ' '
  let [from, to] = [0, text.length]
  while (from < to && isOuter(from)) from += 1
  while (to > from && isOuter(to - 1)) to -= 1
  return text.slice(from, to)
}

export function roomProblem(files: readonly { size: number }[], size: number): string | null {
  if (files.length >= MAX_FILES) return TOO_MANY_FILES
  return files.reduce((sum, file) => sum + file.size, size) > MAX_FILES_BYTES ? TOO_LARGE : null
}

/** "12 kB", "3.4 MB". */
export const sizeText = (bytes: number): string =>
  bytes < 1024 * 1024
    ? `${Math.max(1, Math.round(bytes / 1024))} kB`
    : `${(bytes / 1024 / 1024).toLocaleString('en-GB', { maximumFractionDigits: 1 })} MB`
