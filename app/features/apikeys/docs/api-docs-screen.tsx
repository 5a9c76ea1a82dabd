import { Button, TextInput } from '@mantine/core'
import { Form, Link } from '@remix-run/react'
import { IconFileCode, IconKey, IconSearch, IconSearchOff } from '@tabler/icons-react'
import { listPath } from '#app/shell/list-paths.ts'
import { paths } from '#app/shell/paths.ts'
import { useViewer } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import type { ApiReference, AreaEntry, Hit } from '#server/engine/collections/reference/contract.ts'
import classes from './api-docs.module.css'
import { FieldList } from './field-list.tsx'
import { Method } from './method.tsx'
import { OperationCard } from './operation-card.tsx'
import { type CollectionLink, Overview } from './overview.tsx'

export function ApiDocsScreen({ areas, area, search, found, records }: ApiReference & { records: CollectionLink[] }) {
  const viewer = useViewer()
  return (
    <>
      <PageHead title="API" meta="Your own programs can do everything the screens do.">
        {viewer?.role === 'admin' && (
          <Button component={Link} to={paths.apiKeys} variant="default" leftSection={<IconKey size={16} aria-hidden />}>
            API keys
          </Button>
        )}
        <Button
          component="a"
          href={paths.apiDocument}
          variant="default"
          leftSection={<IconFileCode size={16} aria-hidden />}
        >
          OpenAPI document
        </Button>
      </PageHead>
      <div className={classes.cols}>
        <div className={classes.side}>
          <Form action={paths.apiDocs} role="search" aria-label="Calls" className={classes.search}>
            <TextInput
              key={search}
              name="search"
              type="search"
              aria-label="Search calls"
              placeholder="Search calls"
              defaultValue={search}
              leftSection={<IconSearch size={16} aria-hidden />}
            />
          </Form>
          <Areas areas={areas} current={area?.key ?? null} />
        </div>
        <div className={classes.content}>
          {found ? (
            <Hits found={found} search={search} />
          ) : area ? (
            <AreaCalls area={area} hasRecords={records.some(({ name }) => name === area.key)} />
          ) : (
            <Overview records={records} />
          )}
        </div>
      </div>
    </>
  )
}

function Areas({ areas, current }: { areas: AreaEntry[]; current: string | null }) {
  const areaList = (title: string, entries: AreaEntry[]) => (
    <>
      <h2>{title}</h2>
      <ul>
        {entries.map(({ key, title: name, calls }) => (
          <li key={key}>
            <Link to={paths.apiDocsArea(key)} aria-current={key === current ? 'page' : undefined}>
              <span className="wrap">{name}</span>
              <span className="num">{calls}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
  return (
    <nav aria-label="Areas of the API" className={classes.areas}>
      <Link to={paths.apiDocs} aria-current={current === null ? 'page' : undefined} className={classes.first}>
        How it works
      </Link>
      {areaList(
        'Collections',
        areas.filter(({ collection }) => collection),
      )}
      {areaList(
        'Other calls',
        areas.filter(({ collection }) => !collection),
      )}
    </nav>
  )
}

function AreaCalls({ area, hasRecords }: { area: NonNullable<ApiReference['area']>; hasRecords: boolean }) {
  return (
    <>
      <h2 className={classes.areaTitle}>{area.title}</h2>
      {hasRecords && (
        <Button component={Link} to={listPath(area.key)} variant="default" mb="md" maw="max-content">
          Open the records
        </Button>
      )}
      {area.record && (
        <details className={classes.record}>
          <summary>Fields of a record</summary>
          <FieldList fields={area.record} />
        </details>
      )}
      {area.operations.map((operation) => (
        <OperationCard key={operation.key} operation={operation} />
      ))}
    </>
  )
}

function Hits({ found, search }: { found: Hit[]; search: string }) {
  if (!found.length)
    return <EmptyState icon={IconSearchOff} title={`No call matches “${search}”`} text="Try part of its path." />
  return (
    <>
      <h2 className={classes.areaTitle}>
        {found.length} {found.length === 1 ? 'call' : 'calls'} for “{search}”
      </h2>
      <ul className={classes.hits}>
        {found.map(({ area, key, method, path, summary }) => (
          <li key={key}>
            <Link to={`${paths.apiDocsArea(area)}#${key}`}>
              <Method method={method} />
              <code>{path}</code>
              <span>{summary}</span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  )
}
