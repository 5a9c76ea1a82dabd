/** Rows per page; -1 is all. */
export const PAGE_SIZES = [10, 25, 50, 100, -1] as const
