import type { Config } from './config.ts'

/** Posts one report to the configured error reporter. False when there is none or it did not take it; never throws. */
export async function sendReport(
  config: Pick<Config, 'ERROR_REPORT_URL' | 'NODE_ENV' | 'COMMIT'>,
  report: { level: 'warning' | 'error'; message: string; site: number | null },
): Promise<boolean> {
  if (!config.ERROR_REPORT_URL) return false
  const body = JSON.stringify({ ...report, environment: config.NODE_ENV, platform: 'node', commit: config.COMMIT })
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
    signal: AbortSignal.timeout(3000),
  }
  return fetch(config.ERROR_REPORT_URL, request).then(
    (answer) => answer.ok,
    () => false,
  )
}
