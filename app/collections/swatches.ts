/** Colours that differ clearly from each other, with their names. White text is readable on each. */
export const SWATCHES = [
  ['#01579b', 'Blue'],
  ['#00594c', 'Teal'],
  ['#1b5e20', 'Green'],
  ['#8a3c00', 'Brown'],
  ['#b3261e', 'Red'],
  ['#5f3dc4', 'Violet'],
  ['#37474f', 'Slate'],
] as const

/** Names a stored colour; "Another colour" for one that is no swatch. */
export const colorName = (color: string): string =>
  SWATCHES.find(([code]) => code === color.toLowerCase())?.[1] ?? 'Another colour'
