/**
 * What runs in the threads for parsing, and nowhere else: a module of its own in the build. Each export is a job. Nothing is
 * kept from one job to the next, since they belong to different clubs.
 */
import type { MessagePort } from 'node:worker_threads'
import { decodeCalendar, UnreadableCalendar } from '#server/calendar/external/decode.ts'
import { checkFile } from '#server/imports/check-file.ts'
import { decode } from '#server/imports/decode.ts'
import { renderMarkdown } from '#server/markdown/render.ts'
import type { JobName, Jobs } from './jobs.ts'

type Task<N extends JobName> = { input: Jobs[N]['input']; begun: MessagePort }

/** The clock of the job's limit begins when a thread has taken it, not while the thread is being made. */
const job =
  <N extends JobName>(work: (input: Jobs[N]['input']) => Jobs[N]['output']) =>
  ({ input, begun }: Task<N>): Jobs[N]['output'] => {
    begun.postMessage(null)
    begun.close()
    return work(input)
  }

export const markdown = job<'markdown'>(renderMarkdown)
export const preview = job<'preview'>(renderMarkdown)
export const csv = job<'csv'>((bytes) => ({ ...decode(bytes), text: '' }))
export const importFile = job<'importFile'>(({ input, site }) => checkFile(input, site))

export const calendar = job<'calendar'>(({ address, type, body, frame }) => {
  try {
    return decodeCalendar(address, { type, text: new TextDecoder().decode(body) }, frame)
  } catch (error) {
    if (error instanceof UnreadableCalendar) return null
    throw error
  }
})
