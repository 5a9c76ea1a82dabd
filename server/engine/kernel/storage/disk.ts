import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Storage } from './file-store.ts'

const TYPES: Record<string, string> = { '.jpg': 'image/jpeg', '.png': 'image/png', '.webp': 'image/webp' }

const isMissing = (error: unknown) => (error as { code?: string }).code === 'ENOENT'

/** Stores files in a local folder. Writes are atomic: under a temporary name, then moved. */
export function createDiskStorage(root: string): Storage {
  const pathOf = (key: string) => {
    const file = path.resolve(root, key)
    if (!file.startsWith(root + path.sep)) throw new Error('A key leads out of the storage folder.')
    return file
  }
  return {
    put: async (key, { bytes }) => {
      const file = pathOf(key)
      await mkdir(path.dirname(file), { recursive: true })
      const temporary = `${file}.${randomUUID()}`
      await writeFile(temporary, bytes, { flag: 'wx', mode: 0o640 })
      await rename(temporary, file)
    },
    get: async (key) => {
      try {
        const content_type = TYPES[path.extname(key)] ?? 'application/octet-stream'
        return { bytes: await readFile(pathOf(key)), content_type }
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    size: async (key) => {
      try {
        return (await stat(pathOf(key))).size
      } catch (error) {
        if (isMissing(error)) return null
        throw error
      }
    },
    list: async (prefix) => {
      try {
        const entries = await readdir(pathOf(prefix), { withFileTypes: true })
        return entries.filter((entry) => entry.isFile()).map(({ name }) => `${prefix}${name}`)
      } catch (error) {
        if (isMissing(error)) return []
        throw error
      }
    },
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}
