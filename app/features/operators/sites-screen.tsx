import { Button, TextInput } from '@mantine/core'
import { Form, Link } from '@remix-run/react'
import { IconBuildingCommunity, IconPlus, IconSearch } from '@tabler/icons-react'
import { useState } from 'react'
import { paths } from '#app/shell/paths.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import { type Overview, SITES_PAGE_SIZE, type SitesQuery, type TroubledSite } from '#server/operators/contract.ts'
import { HELD_ADVICE, hostVerdict } from '#server/operators/verdicts.pure.ts'
import { ChangeDialog } from './change-dialog.tsx'
import classes from './console.module.css'
import { HostFigures } from './host-figures.tsx'
import { NeedsSomeone } from './needs-someone.tsx'
import type { Site } from './site.ts'
import { SiteRow } from './site-row.tsx'

type Props = { query: SitesQuery; count: number; sites: readonly Site[]; overview: Overview; now: string }

const STATUS_FILTERS = [
  ['All', null],
  ['Active', 'active'],
  ['Suspended', 'suspended'],
  ['Deleted', 'deleted'],
  ['Moved', 'moved'],
] as const

/**
 * The server's state in one sentence and six numbers; then the sites that need attention, and all of them, searchable
 * by name or URL.
 * @param props.now ISO.
 */
export function SitesScreen({ query, count, sites, overview, now }: Props) {
  const [changing, setChanging] = useState<TroubledSite | null>(null)
  const pathWith = (changes: Partial<SitesQuery>) => {
    const { search, status, page } = { ...query, page: 1, ...changes }
    const params = new URLSearchParams({
      ...(search && { search }),
      ...(status && { status }),
      ...(page > 1 && { page: String(page) }),
    })
    return params.size ? `${paths.console}?${params}` : paths.console
  }
  const first = (query.page - 1) * SITES_PAGE_SIZE + 1
  const last = first + sites.length - 1
  return (
    <>
      <PageHead title={hostVerdict(overview)}>
        <Button component={Link} to={paths.consoleAdd} h={44} leftSection={<IconPlus size={18} aria-hidden />}>
          New site
        </Button>
      </PageHead>
      {overview.numbers.held > 0 && <p>{HELD_ADVICE}</p>}
      <HostFigures numbers={overview.numbers} now={now} />
      <NeedsSomeone overview={overview} now={now} onResume={setChanging} />
      <SectionCard title="All sites" icon={IconBuildingCommunity} count={count}>
        <div className={`row cluster ${classes.bar}`}>
          <Form method="get" role="search" key={query.search}>
            <TextInput
              name="search"
              aria-label="Search by name or address"
              placeholder="Name or address"
              defaultValue={query.search}
              leftSection={<IconSearch size={18} aria-hidden />}
              size="md"
            />
            {query.status && <input type="hidden" name="status" value={query.status} />}
            <Button type="submit" variant="default" h={44}>
              Search
            </Button>
          </Form>
          <nav className={`cluster ${classes.chips}`} aria-label="Status">
            {STATUS_FILTERS.map(([label, status]) => (
              <Link key={label} to={pathWith({ status })} aria-current={query.status === status ? 'true' : undefined}>
                {label}
              </Link>
            ))}
          </nav>
        </div>
        {sites.length ? (
          <ul className={`list ${classes.list}`}>
            <li className={classes.labels} aria-hidden>
              <span>Site</span>
              <span>Status</span>
              <span>People</span>
              <span>Shifts, 7 days</span>
              <span>Messages, 7 days</span>
              <span>Last activity</span>
            </li>
            {sites.map((site) => (
              <SiteRow key={site.id} site={site} now={now} />
            ))}
          </ul>
        ) : (
          <EmptyState
            icon={IconBuildingCommunity}
            title={query.search || query.status ? 'No sites match' : 'No sites yet'}
            text={query.search || query.status ? 'Try another name or another status.' : 'Add the first one.'}
          />
        )}
        {count > SITES_PAGE_SIZE && (
          <div className={`row cluster ${classes.foot}`}>
            <span className="num">
              {sites.length ? `${first}–${last} of ${count}` : `None of ${count} on this page`}
            </span>
            {query.page > 1 && (
              <Button component={Link} to={pathWith({ page: query.page - 1 })} variant="default" h={44}>
                Previous
              </Button>
            )}
            {last < count && (
              <Button component={Link} to={pathWith({ page: query.page + 1 })} variant="default" h={44}>
                Next
              </Button>
            )}
          </div>
        )}
      </SectionCard>
      <ChangeDialog site={changing} onClose={() => setChanging(null)} />
    </>
  )
}
