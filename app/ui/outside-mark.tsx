import { IconCalendarExclamation } from '@tabler/icons-react'
import { Tag } from './state-badge.tsx'

export const OUTSIDE = 'Outside the event'

/** Marks a shift that lies outside its event: left behind, or wrong. */
export const OutsideMark = () => (
  <Tag tone="amber" icon={IconCalendarExclamation} quiet>
    {OUTSIDE}
  </Tag>
)
