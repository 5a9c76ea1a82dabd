import type { SerializeFrom } from '@remix-run/node'
import type { RosterShift } from '#server/shifts/roster.ts'

/** A shift on the printed list. */
export type ListedShift = SerializeFrom<RosterShift>
