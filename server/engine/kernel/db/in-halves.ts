import { isTransient } from './transient.ts'

/**
 * Does work for all items together and, where it is refused for its data, for each half of them, so that one item stops no other.
 * @param refused gets each item that is refused by itself.
 * @throws what passes by itself, such as a lost connection: some of the work may be done.
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
