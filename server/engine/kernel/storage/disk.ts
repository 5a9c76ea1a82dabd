import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { Storage } from './file-store.ts'

const TYPES: Record<string, string> = { '.png': 'image/png', '.webp': 'image/webp' }

const absent = (error: unknown) => (error as { code?: string }).code === 'ENOENT'

/** Files in a folder of this machine. A file appears whole: it is written beside its place and moved there. */
export function createDiskStorage(root: string): Storage {
  const placeOf = (key: string) => {
    const place = path.resolve(root, key)
    if (!place.startsWith(root + path.sep)) throw new Error('A key leads out of the storage folder.')
    return place
  }
  return {
    put: async (key, { bytes }) => {
      const place = placeOf(key)
      await mkdir(path.dirname(place), { recursive: true })
      const draft = `${place}.${randomUUID()}`
      await writeFile(draft, bytes, { flag: 'wx', mode: 0o640 })
      await rename(draft, place)
    },
    get: async (key) => {
      try {
        const content_type = TYPES[path.extname(key)] ?? 'application/octet-stream'
        return { bytes: await readFile(placeOf(key)), content_type }
      } catch (error) {
        if (absent(error)) return null
        throw error
      }
    },
    list: async (prefix) => {
      try {
        const entries = await readdir(placeOf(prefix), { withFileTypes: true })
        return entries.filter((entry) => entry.isFile()).map(({ name }) => `${prefix}${name}`)
      } catch (error) {
        if (absent(error)) return []
        throw error
      }
    },
    remove: (key) => rm(placeOf(key), { force: true }),
  }
}
