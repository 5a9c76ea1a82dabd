import { IconCheck, IconCircleDashed } from '@tabler/icons-react'
import { useRoot } from '#app/shell/use-root.ts'
import { Tag } from '#app/ui/state-badge.tsx'
import { openTone } from './open-tone.ts'

/** `shifts` are all of an event or a series, `empty` those without a person; null for viewers without access. */
type Props = { shifts: number | null; empty: number | null; start: string; end: string }

export function OpenShifts({ shifts, empty, ...times }: Props) {
  const now = useRoot()?.now ?? times.start
  if (empty === null) return null
  return empty === 0 ? (
    <Tag tone="green" icon={IconCheck} quiet>
      <span style={{ whiteSpace: 'nowrap' }}>{shifts ? 'All filled' : 'No shifts yet'}</span>
    </Tag>
  ) : (
    <Tag tone={openTone(times, now)} quiet>
      {empty} open
    </Tag>
  )
}

/** Marks one shift without a person. */
export function OpenTag(times: { start: string; end: string }) {
  const now = useRoot()?.now ?? times.start
  return (
    <Tag tone={openTone(times, now)} icon={IconCircleDashed} quiet>
      Open
    </Tag>
  )
}
