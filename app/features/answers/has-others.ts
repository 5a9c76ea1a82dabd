/** Whether a late answer's response names other shifts that the reader could do. */
export const hasOthers = (body: unknown): boolean => ((body as { instead?: number[] } | null)?.instead ?? []).length > 0
