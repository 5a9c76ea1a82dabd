import pg from 'pg'
import { onTestFinished, vi } from 'vitest'

type Query = (
  statement: pg.QueryConfig | string,
  answered: (error: Error | null, result: pg.QueryResult) => void,
) => void

/** Reports the statements of all connections until the test ends. @param sent returns what to do at the answer. */
export function watchStatements(sent: (text: string) => (() => void) | undefined): void {
  const query = pg.Client.prototype.query as unknown as Query
  const spy = vi.spyOn(pg.Client.prototype, 'query') as unknown as {
    mockImplementation(work: Query): void
    mockRestore(): void
  }
  spy.mockImplementation(function (this: pg.Client, statement, answered) {
    const end = sent(typeof statement === 'string' ? statement : statement.text)
    if (!end) return query.call(this, statement, answered)
    return query.call(this, statement, (error, result) => {
      end()
      answered(error, result)
    })
  })
  onTestFinished(() => spy.mockRestore())
}
