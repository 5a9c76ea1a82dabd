/** The most rows of each heap of the board on one page. */
export const BOARD_PAGE = 100

/** The heaps of the board that have pages. */
export const HEAPS = ['searches', 'unsought', 'open'] as const
export type Heap = (typeof HEAPS)[number]
