import type { Socket } from 'node:net'
import pg from 'pg'
import { types } from './pool.ts'

/** `name` is that of the prepared statement; '' prepares it for one use. */
export type Statement = { text: string; name: string; values: unknown[] }

type Connection = {
  stream: Socket
  parsedStatements: Record<string, string | undefined>
  submittedNamedStatements: Record<string, string | undefined>
  parse(statement: { text: string; name: string }): void
  bind(values: { statement: string; values: readonly (string | Buffer | null)[] }): void
  describe(what: { type: 'P' }): void
  execute(): void
  sync(): void
}
type Fields = readonly { name: string; dataTypeID: number; format: 'text' | 'binary' }[]
type Result = pg.QueryResult & {
  addFields(fields: Fields): void
  parseRow(cells: readonly (string | null)[]): Record<string, unknown>
  addRow(row: Record<string, unknown>): void
  addCommandComplete(message: object): void
}
const { Query, Result, utils } = pg as unknown as {
  Query: new (text: string) => { name: string | undefined; text: string }
  Result: new (rowMode: undefined, types: pg.CustomTypesConfig) => Result
  utils: { prepareValue(value: unknown): string | Buffer | null }
}

type Answered = (error: Error | null, result: pg.QueryResult) => void
type Part = Omit<Statement, 'values'> & {
  values: readonly (string | Buffer | null)[]
  result: Result
  unread: Error | null
  answered: Answered
}

/**
 * Several statements that PostgreSQL runs as one transaction, because one Sync ends them all: no `begin`, no `commit`,
 * one packet. Transaction-local settings apply to later statements and end with the Sync. After a failure the server
 * skips the rest. To pg's client a batch is one query (docs/decisions/002).
 */
export class Batch extends Query {
  readonly #parts: Part[] = []
  #at = 0
  #end: () => void = () => {}
  readonly ended = new Promise<void>((resolve) => {
    this.#end = resolve
  })
  constructor() {
    super('')
  }

  /** Appends a statement before the batch is sent. @throws when a value cannot be serialised. */
  add({ text, name, values }: Statement, answered: Answered): void {
    // Serialises values now: an error during sending would misalign responses and statements.
    const written = values.map((value) => utils.prepareValue(value))
    this.#parts.push({ text, name, values: written, result: new Result(undefined, types), unread: null, answered })
    if (this.#parts.length === 1) this.#turnTo(0)
  }

  submit(connection: Connection): null {
    connection.stream.cork()
    for (const { text, name, values } of this.#parts) {
      const isKnown =
        name && (connection.parsedStatements[name] ?? connection.submittedNamedStatements[name]) !== undefined
      if (!isKnown) {
        connection.parse({ text, name })
        if (name) connection.submittedNamedStatements[name] = text
      }
      connection.bind({ statement: name, values })
      connection.describe({ type: 'P' })
      connection.execute()
    }
    connection.sync()
    connection.stream.uncork()
    return null
  }

  handleRowDescription({ fields }: { fields: Fields }): void {
    this.#parts[this.#at]?.result.addFields(fields)
  }

  handleDataRow({ fields }: { fields: readonly (string | null)[] }): void {
    const part = this.#parts[this.#at]!
    if (part.unread) return
    try {
      part.result.addRow(part.result.parseRow(fields))
    } catch (error) {
      part.unread = error as Error
    }
  }

  handleCommandComplete(message: object): void {
    const { result, unread, answered } = this.#parts[this.#at]!
    result.addCommandComplete(message)
    this.#turnTo(this.#at + 1)
    answered(unread, result)
  }

  handleReadyForQuery(): void {
    this.#end()
  }

  /** The server skips all statements after a failed one, unparsed. */
  handleError(error: Error, { submittedNamedStatements }: Connection): void {
    for (; this.#at < this.#parts.length; this.#at++) {
      const { name, result, answered } = this.#parts[this.#at]!
      delete submittedNamedStatements[name]
      answered(error, result)
    }
    this.#end()
  }

  /** pg's client remembers a parsed statement as prepared by the name and text of its query. */
  #turnTo(index: number): void {
    this.#at = index
    const part = this.#parts[index]
    this.name = part?.name
    this.text = part?.text ?? ''
  }
}
