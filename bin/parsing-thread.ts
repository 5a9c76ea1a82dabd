/**
 * Entry point of the parsing threads, built separately. Each export is a job and keeps no state: the next one may
 * belong to another club.
 */
import type { MessagePort } from 'node:worker_threads'
import { decodeCalendar, UnreadableCalendar } from '#server/calendar/external/decode.ts'
import { EXTERNAL_CALENDAR_JOB } from '#server/calendar/external/job.ts'
import { decodeAnswer } from '#server/engine/parsing/encoding.ts'
import { CSV_JOB, type ParsingJob } from '#server/engine/parsing/jobs.ts'
import { checkFile } from '#server/imports/check-file.ts'
import { IMPORT_FILE_JOB } from '#server/imports/checked-file.ts'
import { decode } from '#server/imports/decode.ts'
import { MARKDOWN_JOB, MARKDOWN_PREVIEW_JOB } from '#server/markdown/jobs.ts'
import { renderMarkdown } from '#server/markdown/render.ts'

type Task<Input> = { input: Input; begun: MessagePort }

/** Signals the start: a job's time limit excludes the start of its thread. */
const worker =
  <Input, Output>(_job: ParsingJob<Input, Output>, work: (input: Input) => Output) =>
  ({ input, begun }: Task<Input>): Output => {
    begun.postMessage(null)
    begun.close()
    return work(input)
  }

export const markdown = worker(MARKDOWN_JOB, renderMarkdown)
export const preview = worker(MARKDOWN_PREVIEW_JOB, renderMarkdown)
export const csv = worker(CSV_JOB, (bytes) => ({ ...decode(bytes), text: '' }))
export const importFile = worker(IMPORT_FILE_JOB, ({ input, site }) => checkFile(input, site))

export const calendar = worker(EXTERNAL_CALENDAR_JOB, ({ address, type, body, frame }) => {
  try {
    return decodeCalendar(address, { type, text: decodeAnswer(body, type) }, frame)
  } catch (error) {
    if (error instanceof UnreadableCalendar) return null
    throw error
  }
})
