import { Button } from '@mantine/core'
import { Link, useSearchParams } from '@remix-run/react'
import { IconArrowsSort, IconPlus, IconSearchOff, IconUpload } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '#app/shell/connection/lazy-part.ts'
import { EmptyState } from '../ui/empty-state.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { inSentence } from './in-sentence.ts'
import classes from './list.module.css'
import { ListBar } from './list-bar.tsx'
import { ListCards } from './list-cards.tsx'
import { listAddress } from './list-query.ts'
import { ListTable } from './list-table.tsx'
import type { ListData, ListView } from './list-view.ts'
import { Pager } from './pager.tsx'
import { RecordPanel } from './record-panel.tsx'
import { StagedBar } from './staged-bar.tsx'
import { useAllRows } from './use-all-rows.ts'
import { usePendingQuery } from './use-pending-query.ts'
import { useSelection } from './use-selection.ts'
import { useStaged } from './use-staged.ts'

const ImportDialog = lazyPart(() => import('./import-dialog.tsx').then((all) => ({ default: all.ImportDialog })))
const OrderDialog = lazyPart(() => import('./order-dialog.tsx').then((all) => ({ default: all.OrderDialog })))

type Props = {
  view: ListView
  data: ListData
  path?: string
  title?: string | undefined
}

export function ListScreen({ view, data: first, path = view.path, title }: Props) {
  const stored = useAllRows(first)
  const [search] = useSearchParams()
  const staged = useStaged(view, stored)
  const { data } = staged
  const [dialog, setDialog] = useState<'import' | 'order' | null>(null)
  const selection = useSelection(data)
  const pending = usePendingQuery({ view, data, path })
  const listQuery = new URLSearchParams(search)
  listQuery.delete('add')
  listQuery.delete('open')
  const closed = `${path}${listQuery.size ? `?${listQuery}` : ''}`
  const adding =
    view.addPath === undefined ? `${path}?${new URLSearchParams([...listQuery, ['add', '1']])}` : view.addPath
  const rowSelection = view.undeletable ? null : selection
  return (
    <div className={classes.page} data-open={data.open !== null || undefined}>
      <header className={`row cluster ${classes.head}`}>
        <h1>{title ?? view.title ?? data.contract.title}</h1>
        <div>
          {view.links?.map(({ label, to, icon: LinkIcon }, _, all) => (
            <Button
              key={to}
              component={Link}
              to={to}
              variant="default"
              leftSection={<LinkIcon size={16} aria-hidden />}
              // A single link has room for its name on a phone.
              {...(all.length > 1 && { className: `unseen-phone-label ${classes.second}` })}
            >
              {label}
            </Button>
          ))}
          {view.orderable && (
            <Button
              variant="default"
              leftSection={<IconArrowsSort size={16} aria-hidden />}
              className={`unseen-phone-label ${classes.second}`}
              onClick={() => setDialog('order')}
            >
              Order
            </Button>
          )}
          {view.importPath !== null && <ImportButton path={view.importPath} onClick={() => setDialog('import')} />}
          {adding && (
            <Button component={Link} to={adding} leftSection={<IconPlus size={16} aria-hidden />}>
              <span>
                Add<span className="unseen-phone"> {data.contract.singular}</span>
              </span>
            </Button>
          )}
        </div>
      </header>
      <ListBar view={view} data={data} path={path} />
      <div className={classes.body}>
        <div className={`fill ${classes.main}`}>
          {data.rows.length && view.cards ? (
            <ListCards view={view} data={data} selection={rowSelection} />
          ) : data.rows.length ? (
            <ListTable view={view} data={data} path={path} selection={rowSelection} changed={staged.changed} />
          ) : (
            <div className={classes.none}>
              <NoRows view={view} data={data} adding={adding} path={path} />
            </div>
          )}
          {rowSelection && staged.count === 0 && <BulkBar view={view} data={data} selection={rowSelection} />}
          {staged.count > 0 && <StagedBar staged={staged} title={data.contract.title} path={path} />}
          <Pager
            count={data.count}
            shown={data.rows.length}
            limit={data.query.limit}
            page={data.query.page}
            address={(change) => `${path}${listAddress(view, pending, change)}`}
          />
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
    <Button variant="default" leftSection={icon} className={`unseen-phone-label ${classes.second}`} onClick={onClick}>
      Import
    </Button>
  ) : (
    <Button
      component={Link}
      to={path}
      variant="default"
      leftSection={icon}
      className={`unseen-phone-label ${classes.second}`}
    >
      Import
    </Button>
  )
}

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
              : 'There is no such page'
        }
        text={query.search || filtered ? 'Try a shorter search, fewer conditions or another view above.' : undefined}
        action={
          <Button component={Link} to={path} variant="light">
            {query.search ? 'Clear search' : filtered ? 'Reset filters' : 'Go to the first page'}
          </Button>
        }
      />
    )
  const onFirstTab = query.tab === view.tabs[0]?.key
  return (
    <EmptyState
      icon={view.icon}
      title={onFirstTab ? (view.emptyTitle ?? `No ${title} yet`) : `No ${title} in this view`}
      text={onFirstTab ? view.empty : undefined}
      action={
        onFirstTab && (adding || view.emptyAction) ? (
          <Button component={Link} to={adding ?? view.emptyAction?.to ?? path} variant="light">
            {adding ? `Add ${contract.singular}` : view.emptyAction?.label}
          </Button>
        ) : undefined
      }
    />
  )
}
