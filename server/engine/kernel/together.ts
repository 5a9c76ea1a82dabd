/** Waits for reads that were issued in the same turn, so that they travel to the database together. */
export async function together<T extends Record<string, unknown>>(
  reads: T,
): Promise<{ [K in keyof T]: Awaited<T[K]> }> {
  const entries = Object.entries(reads).map(async ([name, read]) => [name, await read] as const)
  return Object.fromEntries(await Promise.all(entries)) as { [K in keyof T]: Awaited<T[K]> }
}
