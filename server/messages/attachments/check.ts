import { fileTypeFromBuffer } from 'file-type'
import { EXTERNAL_CALENDAR_JOB } from '#server/calendar/external/job.ts'
import { DomainError, invalid } from '#server/engine/kernel/errors.ts'
import { isParseProblem, type Parsers } from '#server/engine/parsing/parsers.ts'
import { cleanFileName, type FileKind, isFileKind, MAX_FILES_BYTES, shownFileName, TOO_LARGE } from './rules.ts'

export type GivenFile = { name: string; bytes: Uint8Array }
/** A file with its kind recognised from its content and a clean name. */
export type CheckedFile = { filename: string; content_type: FileKind; bytes: Uint8Array }

type ParsingDeps = { parsers: Pick<Parsers, 'parse'>; site: number; now: Date }

const DAY_MS = 86_400_000
/** Maximum size of a calendar, in bytes. */
const MAX_CALENDAR = 1024 * 1024

/**
 * Checks an uploaded file by its content, not by its name or the browser's type. Parses calendars in a worker thread.
 * @throws DomainError 'invalid' under `file`; 'unavailable' when too many files are being read.
 */
export async function checkFile({ name, bytes }: GivenFile, deps: ParsingDeps): Promise<CheckedFile> {
  if (bytes.byteLength > MAX_FILES_BYTES) throw invalid({ file: [TOO_LARGE] })
  const found = await fileTypeFromBuffer(bytes).catch(() => undefined)
  const type = found?.mime ?? 'text/calendar'
  // The first line alone does not make it a calendar.
  const isKnown = isFileKind(type) && (type !== 'text/calendar' || (await isCalendar(bytes, deps)))
  const kind = isKnown ? type : null
  if (!kind) {
    throw invalid({ file: [`“${shownFileName(name) || 'This file'}” is not a PDF, PNG, JPEG or calendar file.`] })
  }
  return { filename: cleanFileName(name, kind), content_type: kind, bytes }
}

const BEGINS = /^(?:\uFEFF)?BEGIN:VCALENDAR\r?\n/

async function isCalendar(bytes: Uint8Array, { parsers, site, now }: ParsingDeps): Promise<boolean> {
  const start = new TextDecoder().decode(bytes.subarray(0, 40))
  if (bytes.byteLength > MAX_CALENDAR || !BEGINS.test(start)) return false
  const frame = { window: { from: now, to: new Date(now.getTime() + DAY_MS) }, zone: 'UTC' }
  try {
    const input = { address: 'https://calendar.invalid/', type: 'text/calendar', body: bytes, frame }
    return (await parsers.parse(site, EXTERNAL_CALENDAR_JOB, input)) !== null
  } catch (error) {
    if (!isParseProblem(error)) throw error
    if (error.reason !== 'busy') return false
    throw new DomainError('unavailable', 'We’re busy reading other files. Please try again.', { retryAfter: 5 })
  }
}
