import { isTransient } from './transient.ts'

/**
 * Processes all items together; after a failure because of data, each half of them, so that one item blocks no other.
 * @param refused gets each item that fails alone.
 * @throws transient errors, such as a lost connection, possibly after part of the work.
 */
export async function inHalves<T>(
  items: readonly T[],
  work: (items: readonly T[]) => Promise<void>,
  refused: (item: T, error: unknown) => unknown,
): Promise<void> {
  if (!items.length) return
  try {
    await work(items)
  } catch (error) {
    if (isTransient(error)) throw error
    if (items.length === 1) return void (await refused(items[0]!, error))
    const half = Math.ceil(items.length / 2)
    await inHalves(items.slice(0, half), work, refused)
    await inHalves(items.slice(half), work, refused)
  }
}
