import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { Tag } from '#app/ui/state-badge.tsx'

/** `shifts` are all of an event or a series, `empty` those without a person; null for viewers without access. */
type Props = { shifts: number | null; empty: number | null }

export function OpenShifts({ shifts, empty }: Props) {
  if (empty === null) return null
  return empty === 0 ? (
    <Tag tone="green" icon={IconCheck} quiet>
      <span style={{ whiteSpace: 'nowrap' }}>{shifts ? 'All filled' : 'No shifts yet'}</span>
    </Tag>
  ) : (
    <Tag tone="red" icon={IconAlertTriangle} quiet>
      {empty} open
    </Tag>
  )
}
