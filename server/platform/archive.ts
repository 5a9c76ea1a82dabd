import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

const BLOCK = 512
const MAX_ENTRY = 8 * 1024 ** 3 - 1
const MAX_ENTRIES = 500_000
const MAX_NAME = 100

export type Written = { bytes: number; sha256: string }

/** Where an entry is in its archive. */
export type Entry = { start: number; bytes: number }

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

const checksumOf = (header: Buffer): number => {
  const blank = Buffer.from(header)
  blank.fill(' ', 148, 156)
  return blank.reduce((sum, byte) => sum + byte, 0)
}

/** The header of a plain file that only its owner may read (POSIX ustar). */
function headerOf(name: string, bytes: number): Buffer {
  const header = Buffer.alloc(BLOCK)
  header.write(name, 0)
  header.write(octal(0o600, 8), 100)
  header.write(octal(0, 8), 108)
  header.write(octal(0, 8), 116)
  header.write(octal(bytes, 12), 124)
  header.write(octal(0, 12), 136)
  header.write('0', 156)
  header.write('ustar\x0000', 257)
  header.write(`${octal(checksumOf(header), 7)} `, 148)
  return header
}

/**
 * Creates a tar file, readable by its owner only. An entry is written as it comes: its size need not be known before.
 * @throws when the file exists.
 */
export async function createArchive(file: string) {
  const handle = await open(file, 'wx', 0o600)
  let position = 0
  return {
    add: async (name: string, chunks: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<Written> => {
      if (Buffer.byteLength(name) > MAX_NAME) throw new Error(`${name} is too long a name for an archive.`)
      const hash = createHash('sha256')
      let bytes = 0
      for await (const chunk of chunks) {
        hash.update(chunk)
        for (let done = 0; done < chunk.byteLength; ) {
          const { bytesWritten } = await handle.write(
            chunk,
            done,
            chunk.byteLength - done,
            position + BLOCK + bytes + done,
          )
          done += bytesWritten
        }
        bytes += chunk.byteLength
        if (bytes > MAX_ENTRY) throw new Error(`${name} is too large for an archive.`)
      }
      await handle.write(headerOf(name, bytes), 0, BLOCK, position)
      position += BLOCK + Math.ceil(bytes / BLOCK) * BLOCK
      await handle.truncate(position)
      return { bytes, sha256: hash.digest('hex') }
    },
    /** Ends the archive and flushes it to disk. */
    end: async (): Promise<void> => {
      await handle.truncate(position + 2 * BLOCK)
      await handle.sync()
    },
    close: () => handle.close(),
  }
}

const text = (header: Buffer, start: number, length: number) => {
  const field = header.toString('latin1', start, start + length)
  return field.slice(0, field.indexOf('\0') < 0 ? length : field.indexOf('\0')).trim()
}

/** Finds the entries of an archive of `createArchive`. @throws when it is another file, cut off, or too large. */
export async function readArchive(file: string): Promise<Map<string, Entry>> {
  const handle = await open(file, 'r')
  try {
    const { size } = await handle.stat()
    const entries = new Map<string, Entry>()
    const header = Buffer.alloc(BLOCK)
    for (let position = 0; ; ) {
      const { bytesRead } = await handle.read(header, 0, BLOCK, position)
      if (bytesRead < BLOCK) throw new Error(`${file} is cut off, or no packed site.`)
      if (header.every((byte) => byte === 0)) return entries
      const name = text(header, 0, MAX_NAME)
      const bytes = Number.parseInt(text(header, 124, 12), 8)
      const isPlain = header[156] === '0'.charCodeAt(0) && text(header, 257, 5) === 'ustar'
      if (!isPlain || Number.parseInt(text(header, 148, 8), 8) !== checksumOf(header) || !Number.isSafeInteger(bytes))
        throw new Error(`${file} is damaged, or no packed site.`)
      const start = position + BLOCK
      if (start + bytes > size) throw new Error(`${file} is cut off: ${name} is not whole.`)
      if (entries.has(name)) throw new Error(`${file} has ${name} twice.`)
      if (entries.size >= MAX_ENTRIES) throw new Error(`${file} has more than ${MAX_ENTRIES} files.`)
      entries.set(name, { start, bytes })
      position = start + Math.ceil(bytes / BLOCK) * BLOCK
    }
  } finally {
    await handle.close()
  }
}

/** Reads an entry in chunks. */
export const openEntry = (file: string, { start, bytes }: Entry) =>
  createReadStream(file, { start, end: start + bytes - 1 })

/** Reads an entry as a whole. @throws when it is larger than `max`. */
export async function readEntry(file: string, name: string, entry: Entry, max: number): Promise<Buffer> {
  if (entry.bytes > max) throw new Error(`${name} is larger than ${max} bytes.`)
  if (entry.bytes === 0) return Buffer.alloc(0)
  const chunks: Buffer[] = []
  for await (const chunk of openEntry(file, entry)) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}
