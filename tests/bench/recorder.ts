import { connect, createServer, type Socket } from 'node:net'

/** `values` is null for a statement that was not prepared. */
export type Sent = { text: string; values: (string | null)[] | null }

type Recorded<T> = { result: T; statements: Sent[]; options: string }

const APPLICATION = 'watchbill-app'

/** Starts a proxy to a database that records the product's statements. */
export async function startRecorder(databaseUrl: string) {
  const database = new URL(databaseUrl)
  const sent: Sent[] = []
  let options = ''
  const server = createServer((client) => {
    const upstream = connect(Number(database.port), database.hostname)
    const read = createReader({
      onStart: (settings) => {
        if (settings.application_name !== APPLICATION) return false
        options = settings.options ?? ''
        return true
      },
      onSent: (statement) => void sent.push(statement),
    })
    for (const [from, to] of [
      [client, upstream],
      [upstream, client],
    ] as [Socket, Socket][])
      from
        .on('error', () => to.destroy())
        .on('close', () => to.destroy())
        .pipe(to)
    client.on('data', read)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = new URL(databaseUrl)
  url.host = `127.0.0.1:${(server.address() as { port: number }).port}`
  return {
    url: url.toString(),
    /** @returns the result of `work`, its statements, and the settings of their connections. */
    record: async <T>(work: () => Promise<T>): Promise<Recorded<T>> => {
      sent.length = 0
      const result = await work()
      return { result, statements: sent.splice(0), options }
    },
    stop: () => void server.close(),
  }
}

type Listener = {
  onStart: (settings: Record<string, string>) => boolean
  onSent: (statement: Sent) => void
}

/**
 * Reads the client's side of the PostgreSQL protocol: a first message without a type, then type and length before each.
 */
export function createReader({ onStart, onSent }: Listener) {
  let unread = Buffer.alloc(0)
  let wanted: boolean | null = null
  const texts = new Map<string, string>()
  const take = (type: string, message: Fields) => {
    if (type === 'Q') onSent({ text: message.text(), values: null })
    if (type === 'P') texts.set(message.text(), message.text())
    if (type === 'B') {
      message.text()
      const text = texts.get(message.text())
      const formats = message.list(() => message.int16())
      const values = message.list((i) => message.value((formats.length > 1 ? formats[i] : formats[0]) === 1))
      if (text !== undefined) onSent({ text, values })
    }
  }
  return (chunk: Buffer): void => {
    unread = Buffer.concat([unread, chunk])
    for (;;) {
      const typed = wanted === null ? 0 : 1
      if (unread.length < typed + 4) return
      const end = typed + unread.readInt32BE(typed)
      if (unread.length < end) return
      const message = new Fields(unread.subarray(typed + 4, end))
      if (wanted === null) wanted = onStart(message.settings())
      else if (wanted) take(String.fromCharCode(unread[0]!), message)
      unread = unread.subarray(end)
    }
  }
}

class Fields {
  readonly #bytes: Buffer
  #at = 0
  constructor(bytes: Buffer) {
    this.#bytes = bytes
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.#at)
    const text = this.#bytes.toString('utf8', this.#at, end)
    this.#at = end + 1
    return text
  }

  int16(): number {
    this.#at += 2
    return this.#bytes.readInt16BE(this.#at - 2)
  }

  list<T>(read: (index: number) => T): T[] {
    return Array.from({ length: this.int16() }, (_, index) => read(index))
  }

  /** A value as text; only binary values stay bytes. */
  value(isBinary: boolean): string | null {
    const length = this.#bytes.readInt32BE(this.#at)
    this.#at += 4
    if (length < 0) return null
    const bytes = this.#bytes.subarray(this.#at, this.#at + length)
    this.#at += length
    return isBinary ? `\\x${bytes.toString('hex')}` : bytes.toString()
  }

  settings(): Record<string, string> {
    this.#at += 4
    const settings: Record<string, string> = {}
    for (let name = this.text(); name; name = this.text()) settings[name] = this.text()
    return settings
  }
}
