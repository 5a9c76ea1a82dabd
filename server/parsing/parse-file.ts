import { DomainError, invalid } from '#server/kernel/errors.ts'
import type { Jobs } from './jobs.ts'
import { isParseProblem, type Parsers } from './parsers.ts'

const TOO_MUCH = 'This file takes too long to read. Split it and import the parts one after the other.'
const BUSY = 'Too many files are being read. Please try again.'

/**
 * Has a thread take an uploaded file apart.
 * @param site its id. @throws DomainError 'invalid' with `file` when it takes too much, 'unavailable' when too many wait.
 */
export async function parseFile<N extends 'csv' | 'importFile'>(
  parsers: Pick<Parsers, 'parse'>,
  site: number,
  name: N,
  input: Jobs[N]['input'],
): Promise<Jobs[N]['output']> {
  try {
    return await parsers.parse(site, name, input)
  } catch (error) {
    if (!isParseProblem(error)) throw error
    if (error.reason === 'busy') throw new DomainError('unavailable', BUSY, { retryAfter: 5 })
    if (error.reason === 'failed') throw error
    throw invalid({ file: [TOO_MUCH] })
  }
}
