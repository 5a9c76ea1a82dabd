import { DomainError, invalid } from '#server/engine/kernel/errors.ts'
import type { ParsingJob } from './jobs.ts'
import { isParseProblem, type Parsers } from './parsers.ts'

const TOO_MUCH = 'This file takes too long to read. Split it and import the parts one at a time.'
const BUSY = 'We’re busy reading other files. Please try again.'

/**
 * Parses an uploaded file in a thread.
 * @param site its id.
 * @throws DomainError 'invalid' with `file` when it exceeds a limit, 'unavailable' when the queue is full.
 */
export async function parseFile<Input, Output>(
  parsers: Pick<Parsers, 'parse'>,
  site: number,
  job: ParsingJob<Input, Output>,
  input: Input,
): Promise<Output> {
  try {
    return await parsers.parse(site, job, input)
  } catch (error) {
    if (!isParseProblem(error)) throw error
    if (error.reason === 'busy') throw new DomainError('unavailable', BUSY, { retryAfter: 5 })
    if (error.reason === 'failed') throw error
    throw invalid({ file: [TOO_MUCH] })
  }
}
