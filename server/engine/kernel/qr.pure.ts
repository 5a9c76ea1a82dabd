import { encode } from 'uqr'

/** Returns a QR code as one SVG path in a square of `size` units, modules as 1×1 squares, without a margin. */
export function qrPath(text: string): { size: number; path: string } {
  const { data, size } = encode(text, { border: 0 })
  const path = data.flatMap((row, y) => row.flatMap((on, x) => (on ? `M${x} ${y}h1v1h-1z` : []))).join('')
  return { size, path }
}
