type Recorded = { end: string; actual_start: string | null; actual_end: string | null }

/**
 * What can be done with the times of a shift that has begun: what is recorded is edited, what is missing is added; one that runs
 * has only its start.
 * @param now an ISO instant.
 */
export const timesLabel = ({ end, actual_start, actual_end }: Recorded, now: string): string => {
  if (!actual_start && !actual_end) return 'Add times'
  return actual_end || end <= now ? 'Edit times' : 'Edit start'
}
