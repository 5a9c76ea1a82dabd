import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'

export type WrittenFile = { rows: number; bytes: number; sha256: string }

/** Creates `dir`, readable by its owner only. @throws when it is not empty. */
export async function makeEmptyFolder(dir: string): Promise<void> {
  await mkdir(dir, { recursive: true, mode: 0o700 })
  if ((await readdir(dir)).length) throw new Error(`${dir} is not empty; name a new folder.`)
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

/** Reads a file of `writeLines` in batches of at most 1,000 lines and about 4 MB. */
export async function* readLines(file: string): AsyncGenerator<string[]> {
  const source = createReadStream(file)
  const text = source.pipe(createGunzip())
  source.on('error', (error) => text.destroy(error))
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
