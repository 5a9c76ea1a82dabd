const [MIB, GIB] = [1024 ** 2, 1024 ** 3]
const UNITS: Readonly<Record<string, number>> = { KB: 1024, MB: MIB, GB: GIB, TB: 1024 ** 4 }

/** "1.4 GB", "310 MB"; less than half a megabyte is "1 MB". */
export const sizeText = (bytes: number): string =>
  bytes >= GIB ? `${(bytes / GIB).toFixed(1)} GB` : `${Math.max(Math.sign(bytes), Math.round(bytes / MIB))} MB`

/** Reads "500 MB" or "2GB" as bytes, by powers of 1,024; null for anything else. */
export function parseSize(text: string): number | null {
  const found = text.length <= 20 ? /^(\d{1,6}) ?([KMGT]B)$/i.exec(text.trim()) : null
  return found ? Number(found[1]) * (UNITS[found[2]!.toUpperCase()] ?? 0) : null
}
