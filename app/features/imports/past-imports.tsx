import { IconCalendarStats, IconHistory, IconUsers } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { Row, Rows } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { PastImport } from '#server/imports/contract.ts'
import { resultText } from './import-text.ts'

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
