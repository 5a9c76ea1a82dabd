import { IconAlertTriangle, IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { Tag } from './state-badge.tsx'

/** `shifts` are all of an event or a series, `empty` those without a person; null for readers who do not see it. */
type Props = { shifts: number | null; empty: number | null }

/** Says whether the shifts of something are filled. Nothing to fill is not the same as filled. */
export function OpenShifts({ shifts, empty }: Props) {
  if (empty === null) return null
  if (!shifts)
    return (
      <Tag tone="slate" icon={IconCircleDashed} quiet>
        <span style={{ whiteSpace: 'nowrap' }}>No shifts yet</span>
      </Tag>
    )
  return empty === 0 ? (
    <Tag tone="green" icon={IconCheck} quiet>
      All filled
    </Tag>
  ) : (
    <Tag tone="red" icon={IconAlertTriangle} quiet>
      {empty} open
    </Tag>
  )
}
