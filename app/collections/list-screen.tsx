import { Button } from '@mantine/core'
import { Link, useSearchParams } from '@remix-run/react'
import { IconPlus, IconSearchOff, IconUpload } from '@tabler/icons-react'
import { EmptyState } from '../ui/empty-state.tsx'
import classes from './list.module.css'
import { ListBar } from './list-bar.tsx'
import { ListFoot } from './list-foot.tsx'
import { ListTable } from './list-table.tsx'
import type { ListData, ListView } from './list-view.ts'
import { RecordPanel } from './record-panel.tsx'

/** The generic admin list (specification §2.7): what its contract and its view say, with the open record beside it. */
export function ListScreen({ view, data }: { view: ListView; data: ListData }) {
  const [search] = useSearchParams()
  const kept = new URLSearchParams(search)
  kept.delete('add')
  const closed = `${view.path}${kept.size ? `?${kept}` : ''}`
  const adding =
    view.addPath === undefined ? `${view.path}?${new URLSearchParams([...kept, ['add', '1']])}` : view.addPath
  return (
    <div className={classes.page} data-open={data.open !== null || undefined}>
      <header className={classes.head}>
        <h1>{view.title ?? view.contract.title}</h1>
        <div>
          {view.importPath && (
            <Button
              component={Link}
              to={view.importPath}
              variant="default"
              leftSection={<IconUpload size={16} aria-hidden />}
            >
              Import
            </Button>
          )}
          {adding && (
            <Button component={Link} to={adding} leftSection={<IconPlus size={16} aria-hidden />}>
              Add {view.contract.singular}
            </Button>
          )}
        </div>
      </header>
      <ListBar view={view} data={data} />
      <div className={classes.body}>
        <div className={classes.main}>
          {data.rows.length ? (
            <ListTable view={view} data={data} />
          ) : (
            <NoRows view={view} data={data} adding={adding} />
          )}
          <ListFoot view={view} data={data} />
        </div>
        {data.open && view.form.length > 0 && (
          <RecordPanel
            key={data.open === 'new' ? 'new' : data.open.id}
            view={view}
            record={data.open}
            closed={closed}
          />
        )}
      </div>
    </div>
  )
}

/** Nothing yet, or nothing that matches: each with its own way out. */
function NoRows({ view, data: { query }, adding }: { view: ListView; data: ListData; adding: string | null }) {
  const title = view.contract.title.toLowerCase()
  const narrowed = query.search !== '' || query.page > 1
  if (narrowed)
    return (
      <EmptyState
        icon={IconSearchOff}
        title={query.search ? `No ${title} match “${query.search}”` : 'This page is past the end'}
        text={query.search ? 'Try fewer letters, or another view above.' : undefined}
        action={
          <Button component={Link} to={view.path} variant="light">
            {query.search ? 'Clear the search' : 'Go to the first page'}
          </Button>
        }
      />
    )
  const first = query.tab === view.tabs[0]?.key
  return (
    <EmptyState
      icon={view.icon}
      title={first ? `No ${title} yet` : `No ${title} in this view`}
      text={first ? view.empty : undefined}
      action={
        first && adding ? (
          <Button component={Link} to={adding} variant="light">
            Add {view.contract.singular}
          </Button>
        ) : undefined
      }
    />
  )
}
