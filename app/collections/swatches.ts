import { SWATCHES } from '#server/lookups/eventtypes/rules.ts'

export { SWATCHES }

/** Names a stored colour; "Another colour" for one that is no swatch. */
export const colorName = (color: string): string =>
  SWATCHES.find(([code]) => code === color.toLowerCase())?.[1] ?? 'Another colour'
