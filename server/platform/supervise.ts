import { setTimeout as wait } from 'node:timers/promises'
import type { Log } from '#server/engine/kernel/log.ts'

/** Milliseconds before each restart; gives up after the last. */
const PAUSES_MS = [250, 1_000, 2_000, 5_000, 10_000, 30_000] as const
/** After this uptime the pauses start again. */
const STABLE_MS = 60_000

type Supervised = {
  exited(): Promise<void>
  isExpected(): boolean
  /** @throws when it does not start. */
  launch(): Promise<void>
}

export type Supervision = {
  log: Pick<Log, 'info' | 'warn' | 'error' | 'fatal'>
  /** Called once, when the last attempt has failed. */
  onGivingUp: () => void
  pauses?: readonly number[]
}

/**
 * Restarts a server whenever it ends unexpectedly, with growing pauses, and logs it. Returns when the server is stopped
 * on purpose or no attempt succeeds.
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
