import type { Log } from '#server/engine/kernel/log.ts'

/** Runs `stop` once on SIGTERM or SIGINT, then exits; exits anyway after `limitMs`. */
export function onStop(stop: () => Promise<void>, { log, limitMs }: { log: Log; limitMs: number }): void {
  let stopping = false
  const begin = async (signal: string) => {
    if (stopping) return
    stopping = true
    log.info({ signal }, 'stopping')
    setTimeout(() => process.exit(1), limitMs).unref()
    await stop()
    process.exit(0)
  }
  process.on('SIGTERM', () => void begin('SIGTERM'))
  process.on('SIGINT', () => void begin('SIGINT'))
}
