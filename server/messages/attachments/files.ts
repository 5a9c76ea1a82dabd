import { randomBytes } from 'node:crypto'
import { DomainError } from '#server/engine/kernel/errors.ts'
import type { Storage } from '#server/engine/kernel/storage/file-store.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'
import { MAX_FILES_BYTES } from './rules.ts'

export type MessageFiles = {
  /** @throws DomainError 'unavailable'. */
  put(site: SiteId, key: string, bytes: Uint8Array): Promise<void>
  /**
   * Reads a file of the site; null without one.
   * @throws if the storage does not respond.
   */
  read(site: SiteId, key: string): Promise<Uint8Array | null>
}

/** The folder of a site's files; not served under `/media/`. */
export const filesOf = (site: number) => `f/${site}/`

export const newFileKey = () => randomBytes(24).toString('base64url')

const KEY = /^[\w-]{32}$/

export function createMessageFiles(storage: Pick<Storage, 'put' | 'get'>): MessageFiles {
  return {
    put: (site, key, bytes) =>
      storage
        .put(`${filesOf(site)}${key}`, { bytes, content_type: 'application/octet-stream' })
        .catch((cause: unknown) => {
          throw new DomainError('unavailable', 'Files cannot be stored at the moment. Please try again.', {
            retryAfter: 30,
            cause,
          })
        }),
    read: async (site, key) => (KEY.test(key) ? ((await storage.get(`${filesOf(site)}${key}`))?.bytes ?? null) : null),
  }
}

/** Caches the last files read, up to those of two messages, so that a message to many reads them once. */
export function rememberFiles(read: MessageFiles['read'], maxBytes = 2 * MAX_FILES_BYTES): MessageFiles['read'] {
  const known = new Map<string, { bytes: Promise<Uint8Array | null>; size: number }>()
  const forgetOldest = () => {
    let size = [...known.values()].reduce((sum, entry) => sum + entry.size, 0)
    for (const [key, entry] of known) {
      if (size <= maxBytes) return
      known.delete(key)
      size -= entry.size
    }
  }
  return (site, key) => {
    const name = `${site} ${key}`
    const found = known.get(name)
    if (found) {
      // Most recently used last.
      known.delete(name)
      known.set(name, found)
      return found.bytes
    }
    const entry = { bytes: read(site, key), size: 0 }
    known.set(name, entry)
    entry.bytes.then(
      (bytes) => {
        if (!bytes) return known.delete(name)
        entry.size = bytes.byteLength
        return forgetOldest()
      },
      () => known.delete(name),
    )
    return entry.bytes
  }
}
