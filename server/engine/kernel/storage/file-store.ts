export type StoredFile = { bytes: Uint8Array; content_type: string }

/** Files by keys of the caller; none may name a folder above its own. */
export type Storage = {
  put(key: string, file: StoredFile): Promise<void>
  get(key: string): Promise<StoredFile | null>
  /** In bytes; null for a missing file. */
  size(key: string): Promise<number | null>
  /** Removing a missing file is no error. */
  remove(key: string): Promise<void>
  /** Lists the keys that start with `prefix`, which ends with a slash. */
  list(prefix: string): Promise<string[]>
}
