import { Button } from '@mantine/core'
import { Link, useSearchParams } from '@remix-run/react'
import { IconArrowsSort, IconPlus, IconSearchOff, IconUpload } from '@tabler/icons-react'
import { lazy, Suspense, useState } from 'react'
import { EmptyState } from '../ui/empty-state.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { inSentence } from './in-sentence.ts'
import classes from './list.module.css'
import { ListBar } from './list-bar.tsx'
import { ListFoot } from './list-foot.tsx'
import { ListTable } from './list-table.tsx'
import type { ListData, ListView } from './list-view.ts'
import { RecordPanel } from './record-panel.tsx'
import { StagedBar } from './staged-bar.tsx'
import { useAllRows } from './use-all-rows.ts'
import { useSelection } from './use-selection.ts'
import { useStaged } from './use-staged.ts'

const ImportDialog = lazy(() => import('./import-dialog.tsx').then((all) => ({ default: all.ImportDialog })))
const OrderDialog = lazy(() => import('./order-dialog.tsx').then((all) => ({ default: all.OrderDialog })))

type Props = {
  view: ListView
  data: ListData
  /** The list's address where it is not the view's. */
  path?: string
  title?: string
}

/** The generic admin list: what its contract and its view say, with the open record beside it. */
export function ListScreen({ view, data: first, path = view.path, title }: Props) {
  const stored = useAllRows(first)
  const [search] = useSearchParams()
  const staged = useStaged(view, stored)
  const { data } = staged
  const [dialog, setDialog] = useState<'import' | 'order' | null>(null)
  const selection = useSelection(data)
  const kept = new URLSearchParams(search)
  kept.delete('add')
  kept.delete('open')
  const closed = `${path}${kept.size ? `?${kept}` : ''}`
  const adding = view.addPath === undefined ? `${path}?${new URLSearchParams([...kept, ['add', '1']])}` : view.addPath
  const chooses = view.keeps ? null : selection
  return (
    <div className={classes.page} data-open={data.open !== null || undefined}>
      <header className={classes.head}>
        <h1>{title ?? view.title ?? data.contract.title}</h1>
        <div>
          {view.beside && (
            <Button
              component={Link}
              to={view.beside.to}
              variant="default"
              leftSection={<view.beside.icon size={16} aria-hidden />}
            >
              {view.beside.label}
            </Button>
          )}
          {view.orderable && (
            <Button
              variant="default"
              leftSection={<IconArrowsSort size={16} aria-hidden />}
              className={classes.second}
              onClick={() => setDialog('order')}
            >
              Order
            </Button>
          )}
          {view.importPath !== null && <ImportButton path={view.importPath} onClick={() => setDialog('import')} />}
          {adding && (
            <Button component={Link} to={adding} leftSection={<IconPlus size={16} aria-hidden />}>
              <span>
                Add<span className={classes.what}> {data.contract.singular}</span>
              </span>
            </Button>
          )}
        </div>
      </header>
      <ListBar view={view} data={data} path={path} />
      <div className={classes.body}>
        <div className={classes.main}>
          {data.rows.length ? (
            <ListTable view={view} data={data} path={path} selection={chooses} changed={staged.ids} />
          ) : (
            <div className={classes.none}>
              <NoRows view={view} data={data} adding={adding} path={path} />
            </div>
          )}
          {chooses && staged.ids.size === 0 && <BulkBar view={view} data={data} selection={chooses} />}
          {staged.ids.size > 0 && <StagedBar staged={staged} title={data.contract.title} path={path} />}
          {(data.count > 0 || data.query.page > 1) && <ListFoot view={view} data={data} path={path} />}
        </div>
        {data.open && view.form.length > 0 && (
          <RecordPanel
            key={data.open === 'new' ? 'new' : data.open.id}
            view={view}
            data={data}
            record={data.open}
            closed={closed}
            staged={view.stagedAt ? staged : null}
          />
        )}
      </div>
      {dialog && (
        <Suspense>
          {dialog === 'import' ? (
            <ImportDialog contract={data.contract} onClose={() => setDialog(null)} />
          ) : (
            <OrderDialog contract={data.contract} onClose={() => setDialog(null)} />
          )}
        </Suspense>
      )}
    </div>
  )
}

function ImportButton({ path, onClick }: { path: string | undefined; onClick: () => void }) {
  const icon = <IconUpload size={16} aria-hidden />
  return path === undefined ? (
    <Button variant="default" leftSection={icon} className={classes.second} onClick={onClick}>
      Import
    </Button>
  ) : (
    <Button component={Link} to={path} variant="default" leftSection={icon} className={classes.second}>
      Import
    </Button>
  )
}

/** Nothing yet, or nothing that matches: each with its own way out. */
function NoRows({ view, data, adding, path }: { view: ListView; data: ListData; adding: string | null; path: string }) {
  const { query, contract } = data
  const title = inSentence(contract.title)
  const filtered = Object.keys(query.filters).length > 0
  if (query.search !== '' || query.page > 1 || filtered)
    return (
      <EmptyState
        icon={IconSearchOff}
        title={
          query.search
            ? `No ${title} match “${query.search}”`
            : filtered
              ? `No ${title} match these filters`
              : 'This page is past the end'
        }
        text={query.search || filtered ? 'Try fewer letters or conditions, or another view above.' : undefined}
        action={
          <Button component={Link} to={path} variant="light">
            {query.search ? 'Clear the search' : filtered ? 'Reset the filters' : 'Go to the first page'}
          </Button>
        }
      />
    )
  const first = query.tab === view.tabs[0]?.key
  return (
    <EmptyState
      icon={view.icon}
      title={first ? (view.emptyTitle ?? `No ${title} yet`) : `No ${title} in this view`}
      text={first ? view.empty : undefined}
      action={
        first && (adding || view.emptyWay) ? (
          <Button component={Link} to={adding ?? view.emptyWay?.to ?? path} variant="light">
            {adding ? `Add ${contract.singular}` : view.emptyWay?.label}
          </Button>
        ) : undefined
      }
    />
  )
}
