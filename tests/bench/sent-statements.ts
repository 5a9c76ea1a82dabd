import pg from 'pg'
import { waitUntil } from '#tests/support/waiting.ts'
import type { Sent } from './bare.ts'

const MARK = 'end of the recording'

/**
 * Records the statements that the product sends during `work`, from the log of PostgreSQL. Create it before the cluster, which takes
 * `onLog`.
 */
export function createRecorder() {
  let log = ''
  const record = async (superuserUrl: string, work: () => Promise<unknown>): Promise<Sent[]> => {
    const client = new pg.Client(superuserUrl)
    await client.connect()
    const set = async (settings: readonly string[]) => {
      for (const setting of settings) await client.query(`alter system ${setting}`)
      await client.query('select pg_reload_conf()')
    }
    await set(["set log_line_prefix = '%a|'", 'set log_min_duration_statement = 0'])
    // A session takes the setting with its next statement.
    await work()
    log = ''
    await work()
    await set(['reset log_min_duration_statement', 'reset log_line_prefix'])
    await client.query(`do $$ begin raise warning '${MARK}'; end $$`)
    await waitUntil('the log is complete', () => log.includes(MARK), { withinMs: 10_000, everyMs: 20 })
    await client.end()
    return statementsIn(log)
  }
  const onLog = (text: string) => {
    log += `${text}\n`
  }
  return { onLog, record }
}

/** The statements of the product in a log, in order, with the values that they were sent with. */
export function statementsIn(log: string): Sent[] {
  const sent: Sent[] = []
  let current: Sent | null = null
  for (const entry of log.split(/\n(?=[^\t])/)) {
    const [, kind, text = ''] = /^watchbill-app\|(LOG|DETAIL): {2}(.*)$/s.exec(entry) ?? []
    // A statement with values is logged when it is parsed, bound and executed.
    if (kind === 'DETAIL' && current) current.values = valuesIn(text)
    const statement = /^duration: [\d.]+ ms {2}(?:statement|execute \S+): (.*)$/s.exec(text)?.[1]
    current = kind === 'LOG' && statement ? { text: statement.replaceAll('\n\t', '\n'), values: [] } : null
    if (current) sent.push(current)
  }
  return sent
}

const valuesIn = (detail: string) =>
  [...detail.matchAll(/\$\d+ = (?:(NULL)|'((?:[^']|'')*)')/g)].map(([, isNull, value = '']) =>
    isNull ? null : value.replaceAll("''", "'").replaceAll('\n\t', '\n'),
  )
