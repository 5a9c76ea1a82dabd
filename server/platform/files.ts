import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

export type WrittenFile = { rows: number; bytes: number; sha256: string }

/** Creates `dir`, readable by its owner only. @throws when it is not empty. */
export async function makeEmptyFolder(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  if ((await readdir(dir)).length) throw new Error(`${dir} is not empty; name a new folder.`)
}

/** Compresses lines for `linesOf`. @returns their number, and the length of their text in bytes. */
export async function compressLines(
  batches: AsyncIterable<string[]>,
  write: (chunks: AsyncIterable<Buffer>) => Promise<unknown>,
): Promise<{ rows: number; length: number }> {
  const written = { rows: 0, length: 0 }
  await pipeline(
    async function* () {
      for await (const lines of batches) {
        if (!lines.length) continue
        const text = `${lines.join('\n')}\n`
        written.rows += lines.length
        written.length += Buffer.byteLength(text)
        yield text
      }
    },
    createGzip(),
    async (chunks: AsyncIterable<Buffer>) => {
      await write(chunks)
    },
  )
  return written
}

/** Writes lines as a compressed file, readable by its owner only. Flushed to disk when the promise resolves. */
export async function writeLines(file: string, batches: AsyncIterable<string[]>): Promise<WrittenFile> {
  const hash = createHash('sha256')
  const written = { rows: 0, bytes: 0 }
  await pipeline(
    async function* () {
      for await (const lines of batches) {
        written.rows += lines.length
        yield `${lines.join('\n')}\n`
      }
    },
    createGzip(),
    async function* (chunks: AsyncIterable<Buffer>) {
      for await (const chunk of chunks) {
        written.bytes += chunk.length
        hash.update(chunk)
        yield chunk
      }
    },
    createWriteStream(file, { flags: 'wx', mode: 0o600, flush: true }),
  )
  return { ...written, sha256: hash.digest('hex') }
}

/** Writes JSON texts as one JSON array, readable by its owner only. @returns their number. */
export async function writeArray(file: string, batches: AsyncIterable<string[]>): Promise<number> {
  let count = 0
  await pipeline(
    async function* () {
      yield '['
      for await (const texts of batches) {
        yield `${count ? ',' : ''}\n${texts.join(',\n')}`
        count += texts.length
      }
      yield '\n]\n'
    },
    createWriteStream(file, { flags: 'wx', mode: 0o600 }),
  )
  return count
}

export async function checksum(file: string): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(file)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

const BATCH_ROWS = 1_000
const BATCH_LENGTH = 4_000_000

/** The longest line that is read where a file is bounded. */
const MAX_LINE = 64_000_000

/** Passes a text on. @throws when it is longer than `max` bytes, or one of its lines than any row is. */
function bounded(max: number): Transform {
  let [length, line] = [0, 0]
  return new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      length += chunk.length
      const end = chunk.lastIndexOf(10)
      line = end < 0 ? line + chunk.length : chunk.length - end - 1
      if (length > max || line > MAX_LINE) done(new Error('It is larger than it says.'))
      else done(null, chunk)
    },
  })
}

/** Reads a file of `writeLines` in batches of at most 1,000 lines and about 4 MB. */
export const readLines = (file: string): AsyncGenerator<string[]> => linesOf(createReadStream(file))

/**
 * Reads compressed lines in batches of at most 1,000 lines and about 4 MB.
 * @throws when they are damaged, or longer than `max` bytes.
 */
export async function* linesOf(source: Readable, max = Number.POSITIVE_INFINITY): AsyncGenerator<string[]> {
  const text = bounded(max)
  pipeline(source, createGunzip(), text).catch((error: Error) => text.destroy(error))
  let batch: string[] = []
  let length = 0
  for await (const line of createInterface({ input: text, crlfDelay: Number.POSITIVE_INFINITY })) {
    batch.push(line)
    length += line.length
    if (batch.length < BATCH_ROWS && length < BATCH_LENGTH) continue
    yield batch
    batch = []
    length = 0
  }
  if (batch.length) yield batch
}
