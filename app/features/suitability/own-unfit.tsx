import { Link } from '@remix-run/react'
import { IconShieldX } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats, useRoot } from '#app/shell/use-root.ts'
import { Tag } from '#app/ui/state-badge.tsx'
import { missingInFull, type Unfit } from '#server/suitability/missing/rules.ts'

/**
 * Shows the viewer what they miss for their shift.
 * @param linked whether to link to their competencies; false in a row that is a link.
 */
export function OwnUnfit({ unfit, linked = false }: { unfit: Unfit | null | undefined; linked?: boolean }) {
  const when = useDateFormats()
  const now = useRoot()?.now
  if (!unfit?.missing.length || !now) return null
  return (
    <Tag tone="red" icon={IconShieldX} quiet>
      {missingInFull(unfit.missing, when.format(now, 'YYYY-MM-DD'), when.shortDay)}{' '}
      {linked && <Link to={paths.ownRecords}>See your competencies</Link>}
    </Tag>
  )
}
