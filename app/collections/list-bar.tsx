import { ActionIcon, Button, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { Link, useNavigate, useNavigation } from '@remix-run/react'
import { IconDownload, IconFilter, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { opensAnotherTab } from '../shell/use-followed-links.ts'
import { useKeys } from '../ui/use-keys.ts'
import { useScrolledTo } from '../ui/use-scrolled-to.ts'
import { FilterChips } from './filter-chips.tsx'
import { FilterDrawer } from './filter-drawer.tsx'
import { inSentence } from './in-sentence.ts'
import classes from './list.module.css'
import { ColumnsMenu, SortMenu } from './list-menus.tsx'
import { isLongList, listAddress, readQuery } from './list-query.ts'
import type { ListData, ListQuery, ListView } from './list-view.ts'
import { RecentUndos } from './recent-undos.tsx'
import { SavedViewTabs, SaveView, useActiveView } from './saved-views.tsx'
import { usePendingQuery } from './use-pending-query.ts'

const DEBOUNCE_MS = 400

type Props = { view: ListView; data: ListData; path: string }

export function ListBar({ view, data, path }: Props) {
  const { query, count, matches, contract } = data
  const [filtering, setFiltering] = useState(false)
  const active = useActiveView(data)
  const go = useGo({ view, data, path })
  const pending = usePendingQuery({ view, data, path })
  const tabs = useScrolledTo(active ? active.name : query.tab)
  const filters = Object.keys(query.filters).length
  return (
    <>
      <div className={`row ${classes.tabRow}`}>
        <nav className={`fill ${classes.tabs}`} ref={tabs} aria-label={`Views of ${inSentence(contract.title)}`}>
          {view.tabs
            .filter(({ isPageTab }) => !isPageTab)
            .map((tab) => (
              <Link
                key={tab.key}
                to={`${path}${listAddress(view, pending, { tab: tab.key, filters: {} })}`}
                onClick={(event) => {
                  if (opensAnotherTab(event)) return
                  event.preventDefault()
                  go({ tab: tab.key, filters: {} })
                }}
                aria-current={tab.key === query.tab && !active ? 'page' : undefined}
                preventScrollReset
              >
                {tab.label}
                {tab.key === query.tab && !active && <span className="num">{count}</span>}
              </Link>
            ))}
          <SavedViewTabs data={data} path={path} />
        </nav>
        {isLongList(data) && <SaveView view={view} data={data} />}
      </div>
      <div className={`row cluster ${classes.tools}`}>
        <ListSearch view={view} data={data} go={go} />
        <Button
          variant="subtle"
          className={`unseen-phone-label ${classes.tool} ${classes.second}`}
          leftSection={<IconFilter size={16} aria-hidden />}
          onClick={() => setFiltering(true)}
        >
          Filter
        </Button>
        <div className={classes.icons}>
          <RecentUndos collection={contract.name} />
          <SortMenu view={view} data={data} path={path} />
          {isLongList(data) && <ColumnsMenu view={view} data={data} path={path} />}
          <ActionIcon
            component="a"
            variant="subtle"
            color="gray"
            size={36}
            href={`/api/${contract.name}/export.csv?${new URLSearchParams({ ...matches, ...(query.sort && { sort: query.sort }) })}`}
            aria-label={`Export ${count} as CSV`}
            title={`Export ${count} as CSV`}
          >
            <IconDownload size={18} aria-hidden />
          </ActionIcon>
        </div>
        <FilterChips view={view} data={data} path={path} />
      </div>
      {filtering && (
        <FilterDrawer
          key={filters}
          view={view}
          data={data}
          onClose={() => setFiltering(false)}
          onApply={(next) => {
            setFiltering(false)
            go({ filters: next })
          }}
        />
      )}
    </>
  )
}

type Go = (change: Partial<ListQuery>, options?: { replace: boolean }) => void

/** Navigates to the list with a change. Builds on a navigation still in progress, so that quick changes add up. */
function useGo({ view, data, path }: Props): Go {
  const navigate = useNavigate()
  const pending = usePendingQuery({ view, data, path })
  const last = useRef(pending)
  useEffect(() => {
    last.current = pending
  }, [pending])
  return (change, options) => {
    const address = listAddress(view, last.current, change)
    last.current = readQuery(view, data.contract, new URLSearchParams(address))
    navigate(`${path}${address}`, { preventScrollReset: true, ...options })
  }
}

function ListSearch({ view, data, go }: Omit<Props, 'path'> & { go: Go }) {
  const { query, contract } = data
  const [text, setText] = useState(query.search)
  const input = useRef<HTMLInputElement>(null)
  const busy = useNavigation().state === 'loading'
  const search = useDebouncedCallback((term: string) => go({ search: term.trim() }, { replace: true }), DEBOUNCE_MS)
  // Follows the URL (Back, tabs), except while someone is typing.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(query.search)
  }, [query.search])
  useKeys([['/', () => input.current?.focus()]])
  const change = (value: string) => {
    setText(value)
    search(value)
  }
  return (
    <TextInput
      ref={input}
      className={classes.search}
      role="searchbox"
      type="text"
      aria-label={`Search ${inSentence(contract.title)}`}
      aria-busy={busy}
      placeholder={view.searchHint}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => search.flush()}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text ? (
          <ActionIcon variant="subtle" color="gray" size={28} aria-label="Clear search" onClick={() => change('')}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <kbd className={`muted ${classes.key}`} aria-hidden>
            /
          </kbd>
        )
      }
    />
  )
}
