import { IconArrowsExchange } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { PageTabs } from '#app/ui/page-tabs.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { Swap, SwapList } from '#server/swaps/contract.ts'
import { expiredText } from './circle-words.ts'
import { Moves } from './moves.tsx'
import classes from './swaps.module.css'

export type SwapView = 'open' | 'ended'
type Props = { view: SwapView; page: number; pages: number; list: SwapList }

const STATES: Record<Exclude<Swap['state'], 'expired'>, string> = {
  proposed: 'Waiting for replies',
  offered: 'Looking for a swap',
  done: 'Done',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

const stateText = (swap: Swap, list: SwapList): string => {
  if (swap.awaits_approval) return 'Waiting for your approval'
  return swap.state === 'expired' ? expiredText(swap, list.shifts[swap.shift]) : STATES[swap.state]
}

export function AllSwapsScreen({ view, page, pages, list }: Props) {
  const rows = onePerCircle(list.swaps)
  return (
    <>
      <PageHead title="Swaps" meta="Members arrange these themselves; you’ll see them here." />
      <div className={classes.stack}>
        <PageTabs
          label="Swaps"
          tabs={[
            { to: paths.allSwaps, label: 'Open', isCurrent: view === 'open' },
            { to: `${paths.allSwaps}?view=ended`, label: 'Ended', isCurrent: view === 'ended' },
          ]}
        />
        <SectionCard
          title={view === 'open' ? 'Open swaps' : 'Ended swaps'}
          icon={IconArrowsExchange}
          // Other pages may have swaps of the same circles.
          count={pages === 1 ? rows.length : undefined}
        >
          {rows.length === 0 ? (
            <EmptyState
              icon={IconArrowsExchange}
              title={view === 'open' ? 'No open swaps' : 'No swaps have ended yet'}
              text="Swaps appear here when members offer their shifts."
            />
          ) : (
            rows.map((swap) => <SwapRow key={swap.id} swap={swap} list={list} />)
          )}
        </SectionCard>
        {pages > 1 && (
          <PageTabs
            label="Pages"
            tabs={[page - 1, page, page + 1]
              .filter((one) => one >= 1 && one <= pages)
              .map((one) => ({
                to: `${paths.allSwaps}?view=${view}&page=${one}`,
                label: `Page ${one}`,
                isCurrent: one === page,
              }))}
          />
        )}
      </div>
    </>
  )
}

/** The first swap of each circle, so that people who move together are one row. */
function onePerCircle(swaps: readonly Swap[]): Swap[] {
  const seen = new Set<number>()
  return swaps.filter(({ together }) => {
    if (together === null) return true
    if (seen.has(together)) return false
    seen.add(together)
    return true
  })
}

function SwapRow({ swap, list }: { swap: Swap; list: SwapList }) {
  const when = useDateFormats()
  const at = swap.ended_at ?? swap.made
  return <Row title={<Moves swap={swap} list={list} />} meta={`${stateText(swap, list)}, ${when.dateTime(at)}`} />
}
