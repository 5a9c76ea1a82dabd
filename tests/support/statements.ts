import pg from 'pg'
import { onTestFinished, vi } from 'vitest'

type Query = (statement: pg.QueryConfig | string, ...more: unknown[]) => unknown

/** Reports the statements of all connections until the test ends. @param sent returns what to do at the answer. */
export function watchStatements(sent: (text: string) => (() => void) | undefined): void {
  const query = pg.Client.prototype.query as unknown as Query
  const spy = vi.spyOn(pg.Client.prototype, 'query') as unknown as {
    mockImplementation(work: Query): void
    mockRestore(): void
  }
  spy.mockImplementation(function (this: pg.Client, statement, ...more) {
    const end = sent(typeof statement === 'string' ? statement : statement.text)
    const answered = more.at(-1)
    if (!end || typeof answered !== 'function') return query.call(this, statement, ...more)
    return query.call(this, statement, ...more.slice(0, -1), (...answer: unknown[]) => {
      end()
      answered(...answer)
    })
  })
  onTestFinished(() => spy.mockRestore())
}
