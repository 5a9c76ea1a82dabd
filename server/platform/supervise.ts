import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '#server/engine/kernel/log.ts'

/** How long to wait before each attempt to start again, in milliseconds; after the last one it is given up. */
const PAUSES_MS = [250, 1_000, 2_000, 5_000, 10_000, 30_000] as const
/** A server that ran for so long ended for a new reason: the pauses begin anew. */
const STABLE_MS = 60_000

type Supervised = {
  /** Resolves when the server that runs has ended, for whatever reason. */
  exited(): Promise<void>
  /** Whether it was meant to end, by a stop or a restart. */
  isExpected(): boolean
  /** Starts it again where it was. @throws when it does not come up. */
  launch(): Promise<void>
}

export type Supervision = {
  log: Pick<Log, 'info' | 'warn' | 'error' | 'fatal'>
  /** Called once, when no attempt brought the server back. */
  onGivingUp: () => void
  pauses?: readonly number[]
}

/**
 * Starts a server again whenever it ends without being meant to, with growing pauses in between, and says so in the log.
 * Ends when the server is stopped on purpose, or with one line in the log when it does not come up again.
 */
export async function supervise(
  server: Supervised,
  { log, onGivingUp, pauses = PAUSES_MS }: Supervision,
): Promise<void> {
  let failed = 0
  for (;;) {
    const since = performance.now()
    await server.exited()
    if (server.isExpected()) return
    if (performance.now() - since > STABLE_MS) failed = 0
    for (let up = false; !up; ) {
      const pause = pauses[failed++]
      if (pause === undefined) {
        log.fatal(
          { attempts: pauses.length },
          'the embedded PostgreSQL does not stay up: giving up. LOG_LEVEL=debug shows what it says; its files are left as they are.',
        )
        onGivingUp()
        return
      }
      log.error({ pause }, 'the embedded PostgreSQL has ended; it is started again')
      await wait(pause)
      if (server.isExpected()) return
      up = await server.launch().then(
        () => true,
        (error: Error) => {
          log.warn({ err: error.message }, 'the embedded PostgreSQL did not start')
          return false
        },
      )
    }
    log.info({}, 'the embedded PostgreSQL runs again')
  }
}
