import { randomBytes } from 'node:crypto'
import { DomainError } from '#server/engine/kernel/errors.ts'
import { createFairQueue, TurnRefused } from '#server/engine/kernel/fair-queue.ts'
import type { Log } from '#server/engine/kernel/log.ts'
import type { Storage, StoredFile } from '#server/engine/kernel/storage/file-store.ts'
import type { SiteId } from '#server/engine/tenancy/site.ts'
import { type Purpose, reencodeImage } from './image.ts'

/** `bytes` is the size of what is stored. */
export type StoredPicture = { key: string; bytes: number }

export type Media = {
  /**
   * Re-encodes an uploaded picture and stores it.
   * @throws DomainError 'invalid' under `file`, 'unavailable'.
   */
  add(site: SiteId, bytes: Uint8Array, purpose: Purpose): Promise<StoredPicture>
  /** Returns null for an unknown key and for another site's. */
  read(site: SiteId, key: string): Promise<StoredFile | null>
  /** Removes an unreferenced file. Logs a failure; the file then stays unused. */
  remove(site: SiteId, key: string | null): Promise<void>
}

/** Concurrent decodings, at most one per site (each may need 100 MB), and the queue per site with its maximum wait. */
const RUNNING = 2
const WAITING_PER_SITE = 10
const WAIT_MS = 20_000

const busy = () =>
  new DomainError('unavailable', 'We’re busy reading other pictures. Please try again.', { retryAfter: 5 })

const KEY = /^s\/(\d{1,15})\/[\w-]{32}\.(webp|png|jpg)$/

const ENDINGS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg' }

/** Creates an unguessable key, so that only people with its address see the picture. */
const createKey = (site: SiteId, { content_type }: StoredFile) =>
  `s/${site}/${randomBytes(24).toString('base64url')}.${ENDINGS[content_type] ?? 'webp'}`

export function createMedia({ storage, log }: { storage: Storage; log: Log }): Media {
  const { inTurn } = createFairQueue({ running: RUNNING, waitingPerSite: WAITING_PER_SITE, waitMs: WAIT_MS })
  const belongsTo = (site: SiteId, key: string) => KEY.exec(key)?.[1] === String(site)
  return {
    add: async (site, bytes, purpose) => {
      const file = await inTurn(site, () => reencodeImage(bytes, purpose)).catch((error: unknown) => {
        throw error instanceof TurnRefused ? busy() : error
      })
      const key = createKey(site, file)
      await storage.put(key, file).catch((cause) => {
        throw new DomainError('unavailable', 'Pictures cannot be stored at the moment. Please try again.', {
          retryAfter: 30,
          cause,
        })
      })
      return { key, bytes: file.bytes.byteLength }
    },
    read: async (site, key) => (belongsTo(site, key) ? storage.get(key) : null),
    remove: async (site, key) => {
      if (!key || !belongsTo(site, key)) return
      await storage
        .remove(key)
        .catch((error: Error) => log.warn({ err: error.message, key }, 'an unused picture could not be removed'))
    },
  }
}
