export type StoredFile = { bytes: Uint8Array; content_type: string }

/** Files by key. Keys are the caller's; none of them names a folder above its own. */
export type Storage = {
  put(key: string, file: StoredFile): Promise<void>
  /** The file, null when there is none. */
  get(key: string): Promise<StoredFile | null>
  /** Removing what is not there is no error. */
  remove(key: string): Promise<void>
  /** The keys that begin with `prefix`, which ends with a slash. */
  list(prefix: string): Promise<string[]>
}
