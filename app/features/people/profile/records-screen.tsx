import { IconCertificate, IconCheck, IconHistory } from '@tabler/icons-react'
import { Pager } from '#app/collections/pager.tsx'
import { useDateFormats } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import { type OwnPage, pageAddress } from './own-page.ts'
import classes from './profile.module.css'
import { ProfileTabs } from './tabs.tsx'

/** Dates are YYYY-MM-DD. */
export type OwnRecord = {
  id: number
  competency: string
  training: string | null
  achieved: string
  expires: string | null
  current: boolean
}

export function RecordsScreen({ rows, ...page }: OwnPage<OwnRecord>) {
  const when = useDateFormats()
  const date = (day: string) => when.day(day)
  return (
    <>
      <ProfileTabs />
      <SectionCard title="Records" icon={IconCertificate} count={page.count || undefined}>
        {page.count === 0 ? (
          <EmptyState
            icon={IconCertificate}
            title="No records yet"
            text="Your training and competencies appear here."
          />
        ) : (
          <>
            <div className={classes.scroll}>
              <table className={classes.table}>
                <caption className="unseen">Records</caption>
                <thead className="unseen-phone">
                  <tr>
                    <th scope="col">Competency</th>
                    <th scope="col">Training</th>
                    <th scope="col" aria-sort="descending">
                      Achieved
                    </th>
                    <th scope="col">Expires</th>
                    <th scope="col">State</th>
                  </tr>
                </thead>
                <tbody>
                  {rows.map((record) => (
                    <tr key={record.id}>
                      <td>
                        <strong>{record.competency}</strong>
                      </td>
                      <td data-label="Training">{record.training}</td>
                      <td className="num" data-label="Achieved">
                        {date(record.achieved)}
                      </td>
                      <td className="num" data-label="Expires">
                        {record.expires ? date(record.expires) : 'Never'}
                      </td>
                      <td>
                        <Tag
                          tone={record.current ? 'green' : 'slate'}
                          icon={record.current ? IconCheck : IconHistory}
                          quiet
                        >
                          {record.current ? 'Current' : 'Not current'}
                        </Tag>
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
            <Pager shown={rows.length} {...page} address={pageAddress(page.limit)} />
          </>
        )}
      </SectionCard>
    </>
  )
}
