type Recorded = { actual_start: string | null; actual_end: string | null }

/** What can be done with the times of a shift that has begun: what is recorded is edited, what is missing is added. */
export const timesLabel = ({ actual_start, actual_end }: Recorded): string =>
  actual_end ? 'Edit times' : actual_start ? 'Edit start' : 'Add times'
