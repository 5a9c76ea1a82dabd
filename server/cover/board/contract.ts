export const BOARD_PAGE = 100

export const HEAPS = ['searches', 'unsought', 'open'] as const
export type Heap = (typeof HEAPS)[number]
