import { inject } from 'vitest'
import { createLog } from '#server/engine/kernel/log.ts'
import { createParsers, type Parsers } from '#server/engine/parsing/parsers.ts'

/** The threads for parsing as the product makes them, with the limits that a test names. */
export const makeParsers = (over: Partial<Parameters<typeof createParsers>[0]> = {}): Parsers =>
  createParsers({ file: inject('parsingThread'), threads: 2, log: createLog({ level: 'silent' }), ...over })
