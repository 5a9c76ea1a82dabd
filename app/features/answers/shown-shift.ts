import type { ShownShift } from '#server/shift-facts/shown-contract.ts'

/** @param names how the page names its location, assignment and role, where it shows them as they are. */
export type Shown = { start: string; end: string; names?: Pick<ShownShift, 'location' | 'assignment' | 'role'> }

/** What the page shows of a shift, for a call that is refused where the shift has changed since. */
export const shownOf = ({ start, end, names }: Shown): ShownShift => ({ start, end, ...names })
