import { Button } from '@mantine/core'
import { IconArrowsExchange, IconChecklist } from '@tabler/icons-react'
import { useCalls } from '#app/collections/use-call.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormError } from '#app/ui/form-error.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { PageTabs } from '#app/ui/page-tabs.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { Swap, SwapList } from '#server/swaps/contract.ts'
import { expiredText, namedParts, shiftText, togetherOf } from './circle-words.ts'
import { LateNote, type NoteLate, useLateAnswer } from './late-answers.tsx'
import classes from './swaps.module.css'

export type SwapView = 'open' | 'ended'
type Props = { view: SwapView; page: number; pages: number; approvals: SwapList; list: SwapList }

const STATES: Record<Exclude<Swap['state'], 'expired'>, string> = {
  proposed: 'Waits for answers',
  offered: 'Looking for a swap',
  done: 'Done',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
}

const stateText = (swap: Swap, list: SwapList): string => {
  if (swap.awaits_approval) return 'Waits for your approval'
  return swap.state === 'expired' ? expiredText(swap, list.shifts[swap.shift]) : STATES[swap.state]
}

export function AllSwapsScreen({ view, page, pages, approvals, list }: Props) {
  const { late, note } = useLateAnswer()
  const waiting = onePerCircle(approvals.swaps)
  const rows = onePerCircle(list.swaps)
  return (
    <>
      <PageHead title="Swaps" meta="Members hand over, swap and offer their shifts themselves." />
      <LateNote late={late} />
      <div className={classes.stack}>
        {waiting.length > 0 && (
          <SectionCard title="Waiting for your approval" icon={IconChecklist} count={waiting.length}>
            {waiting.map((swap) => (
              <Approval key={swap.id} swap={swap} list={approvals} noteLate={note} />
            ))}
          </SectionCard>
        )}
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

function Moves({ swap, list }: { swap: Swap; list: SwapList }) {
  const when = useDateFormats()
  const shiftWords = (id: number) => {
    const shift = list.shifts[id]
    return shift ? `${shiftText(shift)}, ${when.format(shift.start, 'ddd D MMM')}` : 'a shift that was removed'
  }
  const moves = namedParts(swap, list.people, 0).filter(({ gives }) => gives !== null)
  if (!moves.length) return <>{`${list.people[swap.person]?.name ?? 'Somebody'} offers ${shiftWords(swap.shift)}`}</>
  return moves.map((part) => (
    <div key={part.person}>
      {`${part.name} → ${part.to?.name ?? 'nobody'}: `}
      <span className={classes.gives}>{shiftWords(part.gives!)}</span>
    </div>
  ))
}

function SwapRow({ swap, list }: { swap: Swap; list: SwapList }) {
  const when = useDateFormats()
  const at = swap.ended_at ?? swap.made
  return <Row title={<Moves swap={swap} list={list} />} meta={`${stateText(swap, list)}, ${when.dateTime(at)}`} />
}

function Approval({ swap, list, noteLate }: { swap: Swap; list: SwapList; noteLate: NoteLate }) {
  const form = useCalls()
  const send = (verb: 'approve' | 'decline') => async () => {
    if (noteLate(await form.call('PUT', `/api/swaps/${swap.id}/${verb}`, togetherOf(swap)))) form.clear()
  }
  const names = swap.circle.map(({ person }) => list.people[person]?.name ?? 'somebody').join(', ')
  return (
    <div className={classes.body}>
      <div className="wrap">
        <Moves swap={swap} list={list} />
      </div>
      <FormError message={form.problem} />
      <div className={classes.answers}>
        <Button mih={44} loading={form.busy} onClick={send('approve')} aria-label={`Approve the swap of ${names}`}>
          Approve and move
        </Button>
        <Button
          mih={44}
          variant="default"
          disabled={form.busy}
          onClick={send('decline')}
          aria-label={`Decline the swap of ${names}`}
        >
          Decline, nothing moves
        </Button>
      </div>
    </div>
  )
}
