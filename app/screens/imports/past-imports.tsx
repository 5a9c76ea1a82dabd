import { IconCalendarStats, IconHistory, IconUsers } from '@tabler/icons-react'
import type { PastImport } from '#server/imports/contract.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { Row, Rows } from '../../ui/row.tsx'
import { SectionCard } from '../../ui/section-card.tsx'
import { Tag } from '../../ui/state-badge.tsx'
import { resultText } from './import-text.ts'

/** Lists earlier imports; each has a page where it can be undone. */
export function PastImports({ past }: { past: readonly PastImport[] }) {
  const when = useDateFormats()
  if (past.length === 0) return null
  return (
    <SectionCard title="Earlier imports" icon={IconHistory}>
      <Rows>
        {past.map(({ id, kind, file_name, counts, created_at, created_by_name, undone_at }) => {
          const Glyph = kind === 'people' ? IconUsers : IconCalendarStats
          return (
            <Row
              key={id}
              to={paths.import(id)}
              lead={<Glyph size={20} stroke={1.6} aria-hidden />}
              title={file_name}
              meta={[resultText(kind, counts), when.dateTime(created_at), created_by_name].filter(Boolean).join(' · ')}
              end={undone_at && <Tag tone="slate">Undone</Tag>}
            />
          )
        })}
      </Rows>
    </SectionCard>
  )
}
