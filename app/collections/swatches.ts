import { SWATCHES } from '#server/lookups/event-colors.pure.ts'

export { SWATCHES }

/** "Another colour" for one that is no swatch. */
export const colorName = (color: string): string =>
  SWATCHES.find(([code]) => code === color.toLowerCase())?.[1] ?? 'Another colour'
