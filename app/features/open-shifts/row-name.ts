import { shiftName } from './shift-words.ts'

type Named = Parameters<typeof shiftName>[0]

/** "Slipway or Galley" for a request of several parts. */
export const rowName = ({ also, ...first }: Named & { also: readonly Named[] }): string =>
  [first, ...also].map(shiftName).join(' or ')
