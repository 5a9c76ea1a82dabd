import type { SerializeFrom } from '@remix-run/node'
import type { RosterShift } from '#server/shifts/roster.ts'

export type ListedShift = SerializeFrom<RosterShift>
