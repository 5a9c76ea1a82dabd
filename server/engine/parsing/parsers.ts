import { MessageChannel } from 'node:worker_threads'
import { Piscina } from 'piscina'
import { createFairQueue, TurnRefused } from '#server/engine/kernel/fair-queue.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import { MEMORY_LIMITS, type ParsingJob, WAIT_MS, WAITING_PER_SITE } from './jobs.ts'

/**
 * `busy`: refused by the queue, may be retried. `time`, `memory`: exceeded its limit; its thread was ended. `failed`:
 * the thread could not do it.
 */
export type ParseFailure = 'busy' | 'time' | 'memory' | 'failed'

export class ParseProblem extends Error {
  readonly reason: ParseFailure
  constructor(reason: ParseFailure, cause?: unknown) {
    super(`Parsing: ${reason}.`, { cause })
    this.name = 'ParseProblem'
    this.reason = reason
  }
}

/** Compares names, since the bundled pages have their own copy of the class. */
export const isParseProblem = (error: unknown): error is ParseProblem =>
  error instanceof Error && error.name === 'ParseProblem'

export type Parsers = {
  /** Parses external input in a thread, fairly between sites. @param site its id. @throws ParseProblem */
  parse<Input, Output>(site: number, job: ParsingJob<Input, Output>, input: Input): Promise<Output>
  stop(): Promise<void>
}

type Options = {
  /** Absolute path of the built `bin/parsing-thread.ts`. */
  file: string
  /** Maximum number. Threads start on demand and end when idle. */
  threads: number
  log: Log
  /** Overrides the limits of jobs, by name. Milliseconds. */
  timeLimits?: Readonly<Record<string, number>>
  memoryLimits?: typeof MEMORY_LIMITS
  waitMs?: number
}

const START_MS = 30_000
const IDLE_MS = 60_000

/**
 * Creates the threads that parse all external input: Markdown, calendars, CSV. A thread that exceeds its job's limit of
 * time or memory is replaced. Create it once, in a composition root.
 */
export function createParsers({
  file,
  threads,
  log,
  timeLimits = {},
  memoryLimits = MEMORY_LIMITS,
  waitMs = WAIT_MS,
}: Options): Parsers {
  const pool = new Piscina({
    filename: file,
    minThreads: 0,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    recordTiming: false,
    // Requests take precedence when the processor is busy.
    niceIncrement: 5,
    resourceLimits: memoryLimits,
    // Threads get only their input: no secrets and options of the process.
    env: {},
    execArgv: [],
    argv: [],
  })
  pool.on('error', (error: Error) => log.warn({ err: error.message }, 'a parsing thread ended'))
  let stopped = false
  const { inTurn, stop } = createFairQueue({ running: threads, waitingPerSite: WAITING_PER_SITE, waitMs })

  const run = async <Input, Output>(
    { name, timeLimitMs }: ParsingJob<Input, Output>,
    input: Input,
  ): Promise<Output> => {
    const { port1: heard, port2: begun } = new MessageChannel()
    const abort = new AbortController()
    const endAfter = (ms: number) => setTimeout(() => abort.abort(), ms)
    let timer = endAfter(START_MS)
    let hasStarted = false
    heard.once('message', () => {
      hasStarted = true
      clearTimeout(timer)
      timer = endAfter(timeLimits[name] ?? timeLimitMs)
    })
    try {
      return await pool.run({ input, begun }, { name, signal: abort.signal, transferList: [begun] })
    } catch (error) {
      if (abort.signal.aborted) throw new ParseProblem(hasStarted ? 'time' : 'busy')
      throw new ParseProblem(isOutOfMemory(error) ? 'memory' : 'failed', error)
    } finally {
      clearTimeout(timer)
      heard.close()
    }
  }

  return {
    parse: async (site, job, input) => {
      if (stopped) throw new ParseProblem('busy')
      const from = performance.now()
      try {
        return await inTurn(site, () => run(job, input), { urgent: job.urgent })
      } catch (error) {
        if (stopped) throw new ParseProblem('busy')
        const problem = error instanceof TurnRefused ? new ParseProblem('busy') : error
        const reason = isParseProblem(problem) ? problem.reason : 'failed'
        const ms = Math.round(performance.now() - from)
        log.warn({ site, parser: job.name, reason, ms, err: causeOf(problem) }, 'parsing failed')
        throw problem
      }
    },
    stop: async () => {
      stopped = true
      stop()
      await pool.destroy()
    },
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

const causeOf = (error: unknown) =>
  isParseProblem(error) && error.reason === 'failed' && error.cause instanceof Error ? error.cause.message : undefined
