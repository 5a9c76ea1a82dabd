type Recorded = { end: string; actual_start: string | null; actual_end: string | null }

/**
 * Label of the button for a started shift's times: edit recorded ones, add missing ones; a running shift has only its
 * start.
 * @param now an ISO instant.
 */
export const timesLabel = ({ end, actual_start, actual_end }: Recorded, now: string): string => {
  if (!actual_start && !actual_end) return 'Add times'
  return actual_end || end <= now ? 'Edit times' : 'Edit start'
}
