import { ActionIcon } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconArrowLeft, IconX } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { useViewer } from '../shell/use-root.ts'
import { Avatar } from '../ui/person-chip.tsx'
import { AdjacentRecords } from './adjacent-records.tsx'
import { inSentence } from './in-sentence.ts'
import type { ListData, ListRecord, ListView } from './list-view.ts'
import { recordName } from './open-record-name.ts'
import classes from './panel.module.css'
import { RecordForm } from './record-form.tsx'
import { StagedForm } from './staged-form.tsx'
import type { StagedList } from './use-staged.ts'

type Props = { view: ListView; data: ListData; record: ListRecord | 'new'; closed: string; staged: StagedList | null }

export function RecordPanel({ view, data, record, closed, staged }: Props) {
  const { contract } = data
  const heading = useRef<HTMLHeadingElement>(null)
  const viewer = useViewer()
  useEffect(() => heading.current?.focus(), [])
  const name = record === 'new' ? `Add ${contract.singular}` : recordName(record, contract, data.displayNames)
  return (
    <aside className={classes.panel} aria-label={name}>
      <header className={`row ${classes.head}`}>
        <ActionIcon
          component={Link}
          to={closed}
          variant="subtle"
          color="gray"
          size={44}
          className={classes.back}
          aria-label={`Back to ${inSentence(contract.title)}`}
        >
          <IconArrowLeft size={20} aria-hidden />
        </ActionIcon>
        {contract.name === 'people' && record !== 'new' && (
          <Avatar name={name} size={44} src={record.avatar === null ? null : String(record.avatar)} />
        )}
        <div>
          <h2 ref={heading} tabIndex={-1}>
            {name}
          </h2>
          {record !== 'new' && typeof record.email === 'string' && (
            <a href={`mailto:${record.email}`}>{record.email}</a>
          )}
        </div>
        <ActionIcon
          component={Link}
          to={closed}
          variant="subtle"
          color="gray"
          size={36}
          className={classes.close}
          aria-label="Close"
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </header>
      {record !== 'new' && (
        <div className={`row between ${classes.above}`}>
          <AdjacentRecords view={view} data={data} record={record} />
          {view.recordPage && (
            <Link className={classes.page} to={view.recordPage(record)}>
              Open page
            </Link>
          )}
        </div>
      )}
      {record !== 'new' && view.summary?.(record, data.extras[record.id])}
      {staged && record !== 'new' ? (
        <StagedForm view={view} data={data} record={record} name={name} closed={closed} staged={staged} />
      ) : (
        <RecordForm view={view} data={data} record={record} name={name} closed={closed} />
      )}
      {record !== 'new' && view.recordActions?.(record, viewer)}
    </aside>
  )
}
