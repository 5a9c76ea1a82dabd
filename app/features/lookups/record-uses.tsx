import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconArrowMerge } from '@tabler/icons-react'
import { Fragment, Suspense, useState } from 'react'
import type { ListRecord, ListView } from '#app/collections/list-view.ts'
import { counted } from '#app/collections/reach-text.ts'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import type { Use } from '#server/lookups/uses.ts'
import { MERGEABLE } from '#server/merging/rules.ts'
import { changeText } from './change-text.ts'
import classes from './record-uses.module.css'
import { usesPath } from './uses-path.ts'

const MergeDialog = lazyPart(() => import('./merge-dialog.tsx').then((module) => ({ default: module.MergeDialog })))

type Props = { view: ListView; record: ListRecord; uses: readonly Use[] }

export function RecordUses({ view: { collection, path }, record, uses }: Props) {
  const [merging, setMerging] = useState(false)
  return (
    <div className={classes.uses}>
      {uses.length > 0 && (
        <p>
          {'Used by '}
          {uses.map((use, n) => (
            <Fragment key={`${use.by} ${use.field}`}>
              {n > 0 && ', '}
              <Link to={usesPath(use, record.id)} className="num">
                {counted([use.by, use.count])}
              </Link>
            </Fragment>
          ))}
        </p>
      )}
      <p>{changeText(uses)}</p>
      {(MERGEABLE as readonly string[]).includes(collection) && (
        <Button
          variant="default"
          h={44}
          leftSection={<IconArrowMerge size={16} aria-hidden />}
          onClick={() => setMerging(true)}
        >
          Merge with another
        </Button>
      )}
      {merging && (
        <Suspense>
          <MergeDialog
            collection={collection}
            path={path}
            record={record}
            name={String(record.name || `Untitled ${collection}`)}
            uses={uses}
            onClose={() => setMerging(false)}
          />
        </Suspense>
      )}
    </div>
  )
}
