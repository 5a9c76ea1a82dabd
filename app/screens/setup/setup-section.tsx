import { Anchor, Button, TextInput, VisuallyHidden } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconChevronDown, IconPlus, IconSearch, IconTable } from '@tabler/icons-react'
import { useState } from 'react'
import { foldText } from '#server/engine/kernel/folded-text/rules.ts'
import { paths } from '../../shell/paths.ts'
import { KEEP_SCROLL } from './keep-scroll.ts'
import classes from './setup.module.css'
import type { SetupData, SetupListData } from './setup-data.ts'
import { SetupForm } from './setup-form.tsx'
import type { SetupList } from './setup-lists.ts'
import { SetupRows } from './setup-rows.tsx'

/** Lists of so many records and more have a search. */
const SEARCHED_FROM = 15
const SHOWN = 8

type Props = { list: SetupList; data: SetupListData; page: SetupData; unfolded: boolean }

/** One list: its rows, the one being edited, what is added, and the way to its table. */
export function SetupSection({ list, data, page, unfolded }: Props) {
  const { view, title, hint } = list
  const { contract, rows, count } = data
  const here = page.current === contract.name
  const open = here ? page.open : null
  const [unfold, setUnfold] = useState(unfolded || here)
  const [all, setAll] = useState(false)
  const [search, setSearch] = useState('')
  const label = contract.label ?? 'name'
  const found = search ? rows.filter((row) => foldText(String(row[label])).includes(foldText(search.trim()))) : rows
  const openIndex = open && open !== 'new' ? found.findIndex(({ id }) => id === open.id) : -1
  const shown = all || search || openIndex >= SHOWN ? found : found.slice(0, SHOWN)
  const table = paths.records(contract.name)
  return (
    <section id={contract.name} aria-label={title} className={classes.section} data-unfolded={unfold || undefined}>
      <header className={classes.sectionHead}>
        <div>
          <h2>{title}</h2>
          <p>{hint}</p>
        </div>
        {rows.length >= SEARCHED_FROM && (
          <TextInput
            type="search"
            className={classes.search}
            aria-label={`Find in ${title}`}
            placeholder={`Find in ${rows.length}`}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={search}
            onChange={(event) => setSearch(event.currentTarget.value)}
          />
        )}
        <button
          type="button"
          className={classes.unfold}
          aria-expanded={unfold}
          aria-label={title}
          onClick={() => setUnfold(!unfold)}
        >
          <IconChevronDown size={20} aria-hidden />
        </button>
      </header>
      <div className={classes.body}>
        {shown.length > 0 ? (
          <SetupRows
            list={list}
            data={data}
            page={page}
            shown={shown}
            draggable={Boolean(view.orderable) && !search && count <= rows.length}
          />
        ) : (
          <p className={classes.none}>{search ? `Nothing is called “${search}”.` : view.empty}</p>
        )}
        {open === 'new' && <SetupForm list={list} data={data} page={page} record="new" />}
        <div className={classes.foot}>
          {open !== 'new' && (
            <Button
              component={Link}
              to={`${view.path}?add=1`}
              state={KEEP_SCROLL}
              preventScrollReset
              variant="subtle"
              size="compact-md"
              leftSection={<IconPlus size={16} aria-hidden />}
            >
              Add {contract.singular}
            </Button>
          )}
          {shown.length < found.length && (
            <Button variant="subtle" size="compact-md" onClick={() => setAll(true)}>
              Show all {found.length}
            </Button>
          )}
          {data.archived > 0 && (
            <Anchor component={Link} to={`${table}?view=archived`} className={classes.away}>
              {data.archived} archived
            </Anchor>
          )}
          <Anchor component={Link} to={table} className={classes.away}>
            <IconTable size={16} aria-hidden /> {count > rows.length ? `All ${count} as a table` : 'As a table'}
            <VisuallyHidden>: {title}</VisuallyHidden>
          </Anchor>
        </div>
      </div>
    </section>
  )
}
