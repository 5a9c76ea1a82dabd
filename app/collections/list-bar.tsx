import { ActionIcon, TextInput } from '@mantine/core'
import { useDebouncedCallback, useHotkeys } from '@mantine/hooks'
import { Link, useNavigate, useNavigation } from '@remix-run/react'
import { IconDownload, IconSearch, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import classes from './list.module.css'
import { listAddress } from './list-query.ts'
import type { ListData, ListView } from './list-view.ts'

const DEBOUNCE_MS = 400

/** Tabs of named queries, the search, and the export of all matches. */
export function ListBar({ view, data }: { view: ListView; data: ListData }) {
  const { query, count, matches } = data
  return (
    <>
      <nav className={classes.tabs} aria-label={`Views of ${view.contract.title.toLowerCase()}`}>
        {view.tabs.map((tab) => (
          <Link
            key={tab.key}
            to={`${view.path}${listAddress(view, query, { tab: tab.key })}`}
            aria-current={tab.key === query.tab ? 'page' : undefined}
            preventScrollReset
          >
            {tab.label}
            {tab.key === query.tab && <span className="num">{count}</span>}
          </Link>
        ))}
      </nav>
      <div className={classes.tools}>
        <ListSearch view={view} data={data} />
        <a className={classes.export} href={`/api/${view.contract.name}/export.csv?${new URLSearchParams(matches)}`}>
          <IconDownload size={18} aria-hidden />
          <span>
            Export <span className="num">{count}</span> as CSV
          </span>
        </a>
      </div>
    </>
  )
}

function ListSearch({ view, data: { query } }: { view: ListView; data: ListData }) {
  const [text, setText] = useState(query.search)
  const input = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()
  const busy = useNavigation().state === 'loading'
  const go = useDebouncedCallback(
    (search: string) =>
      navigate(`${view.path}${listAddress(view, query, { search: search.trim() })}`, {
        replace: true,
        preventScrollReset: true,
      }),
    DEBOUNCE_MS,
  )
  // The address may change by Back or by a tab; what is being typed stays.
  useEffect(() => {
    if (document.activeElement !== input.current) setText(query.search)
  }, [query.search])
  useHotkeys([['/', () => input.current?.focus()]])
  const change = (value: string) => {
    setText(value)
    go(value)
  }
  return (
    <TextInput
      ref={input}
      className={classes.search}
      role="searchbox"
      type="text"
      aria-label={`Search ${view.contract.title.toLowerCase()}`}
      aria-busy={busy}
      placeholder={view.searchHint}
      value={text}
      onChange={(event) => change(event.currentTarget.value)}
      leftSection={<IconSearch size={16} aria-hidden />}
      rightSection={
        text ? (
          <ActionIcon variant="subtle" color="gray" size={28} aria-label="Clear the search" onClick={() => change('')}>
            <IconX size={16} aria-hidden />
          </ActionIcon>
        ) : (
          <kbd className={classes.key} aria-hidden>
            /
          </kbd>
        )
      }
    />
  )
}
