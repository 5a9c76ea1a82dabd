import { useLocation } from '@remix-run/react'
import { useEffect } from 'react'
import { useScrolledTo } from '../../ui/use-scrolled-to.ts'
import { WorkPage } from '../../ui/work-page.tsx'
import { useSectionInView } from '../organisation/use-section-in-view.ts'
import { KEEP_SCROLL } from './keep-scroll.ts'
import classes from './setup.module.css'
import type { SetupData } from './setup-data.ts'
import { SETUP_LISTS } from './setup-lists.ts'
import { SetupSection } from './setup-section.tsx'

const IDS = SETUP_LISTS.map(({ view }) => view.collection)

/** The lists behind events, rosters and people, on one page. Its address names the list, and the record that is edited. */
export function SetupScreen({ data }: { data: SetupData }) {
  const { lists, current, open } = data
  const { state } = useLocation()
  const inView = useSectionInView(IDS, current)
  const links = useScrolledTo(inView)
  const editing = open === null ? null : open === 'new' ? 'new' : open.id
  useEffect(() => showSection(current, editing !== null, state === KEEP_SCROLL), [current, editing, state])
  return (
    <WorkPage
      title="How this club works"
      meta="The lists behind your events, rosters and people. Drag a row to change its order."
    >
      <div className={classes.cols}>
        <nav className={classes.nav} ref={links} aria-label="Lists">
          {SETUP_LISTS.map(({ view, title }, n) => (
            <a key={title} href={`#${view.collection}`} aria-current={view.collection === inView ? 'true' : undefined}>
              <view.icon size={18} stroke={1.8} aria-hidden />
              <span>{title}</span>
              <span className="num">{lists[n]?.count}</span>
            </a>
          ))}
        </nav>
        <div className={classes.sections}>
          {SETUP_LISTS.map((list, n) => {
            const own = lists[n]
            return own && <SetupSection key={list.title} list={list} data={own} page={data} unfolded={n < 2} />
          })}
        </div>
      </div>
    </WorkPage>
  )
}

function showSection(collection: string, editing: boolean, keep: boolean): void {
  const section = document.getElementById(collection)
  const form = editing && section?.querySelector('form')
  if (form) form.scrollIntoView({ block: keep ? 'nearest' : 'center' })
  else if (!keep && section?.previousElementSibling) section.scrollIntoView({ block: 'start' })
}
