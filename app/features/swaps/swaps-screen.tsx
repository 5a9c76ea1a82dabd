import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconArrowsExchange, IconHistory, IconPlus } from '@tabler/icons-react'
import { useCalls } from '#app/collections/use-call.ts'
import { ProfileTabs } from '#app/features/people/profile/tabs.tsx'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormError } from '#app/ui/form-error.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { Swap, SwapList, SwapShift } from '#server/swaps/contract.ts'
import { expiredText, shiftText } from './circle-words.ts'
import { LateNote, type NoteLate, useLateAnswer } from './late-answers.tsx'
import { SwapCard } from './swap-card.tsx'
import classes from './swaps.module.css'

type Props = { open: SwapList; ended: SwapList; me: number }

const asksMe = (me: number) => (swap: Swap) =>
  swap.circle.some(({ person, accepted }) => person === me && accepted === null)

export function SwapsScreen({ open, ended, me }: Props) {
  const { late, note } = useLateAnswer()
  const asked = open.swaps.filter(asksMe(me))
  const agreed = open.swaps.filter((swap) => swap.state === 'proposed' && !asksMe(me)(swap))
  const own = open.swaps.filter(({ person }) => person === me)
  const [done] = ended.swaps.filter(({ state }) => state === 'done')
  const past = ended.swaps.filter((swap) => swap !== done)
  const offer = (
    <Button
      component={Link}
      to={paths.newSwap()}
      variant="subtle"
      h={44}
      leftSection={<IconPlus size={17} aria-hidden />}
    >
      Offer a shift
    </Button>
  )
  const cards = [...asked, ...agreed, ...(done ? [done] : [])]
  return (
    <>
      <ProfileTabs />
      <LateNote late={late} />
      <div className={cards.length ? classes.two : classes.stack}>
        {cards.length > 0 && (
          <div>
            {cards.map((swap) => (
              <SwapCard key={swap.id} swap={swap} list={swap === done ? ended : open} me={me} noteLate={note} />
            ))}
          </div>
        )}
        <div>
          <SectionCard title="Your offers" icon={IconArrowsExchange} count={own.length || undefined} action={offer}>
            {own.length === 0 ? (
              <EmptyState
                icon={IconArrowsExchange}
                title="Nothing offered"
                text="When you can’t come, hand a shift over, swap it with someone, or offer it for others."
              />
            ) : (
              own.map((swap) => (
                <OwnOffer key={swap.id} swap={swap} list={open} asks={asksMe(me)(swap)} noteLate={note} />
              ))
            )}
          </SectionCard>
          {past.length > 0 && (
            <SectionCard title="Ended" icon={IconHistory}>
              {past.map((swap) => (
                <EndedRow key={swap.id} swap={swap} list={ended} />
              ))}
            </SectionCard>
          )}
        </div>
      </div>
    </>
  )
}

const KINDS = { hand_over: 'to hand over', swap: 'to swap', offer: 'for other shifts' }

type OwnOfferProps = { swap: Swap; list: SwapList; asks: boolean; noteLate: NoteLate }

function OwnOffer({ swap, list, asks, noteLate }: OwnOfferProps) {
  const when = useDateFormats()
  const form = useCalls()
  const shift = list.shifts[swap.shift]
  const withdraw = async () => {
    if (noteLate(await form.call('PUT', `/api/swaps/${swap.id}/withdraw`))) form.clear()
  }
  const state = asks
    ? 'A swap needs your answer.'
    : swap.awaits_approval
      ? 'Waiting for a coordinator.'
      : swap.state === 'proposed'
        ? 'Waiting for an answer. Still yours.'
        : 'No one found yet. Still yours.'
  const name = shift ? shiftText(shift) : 'A shift that was removed'
  return (
    <>
      <Row
        lead={shift && <DateTile parts={when.parts(shift.start)} />}
        title={`${name}, ${KINDS[swap.kind]}`}
        meta={`${state} Offered on ${when.short(swap.made)}.`}
        end={
          <Button
            variant="subtle"
            h={44}
            loading={form.busy}
            onClick={withdraw}
            aria-label={`Withdraw: ${name}${shift ? `, ${when.date(shift.start)}` : ''}`}
          >
            Withdraw
          </Button>
        }
      />
      <FormError message={form.problem} />
    </>
  )
}

const ENDED = {
  done: 'Done',
  declined: 'Someone said no',
  withdrawn: 'Withdrawn',
  expired: '',
  proposed: '',
  offered: '',
}

const endedText = (swap: Swap, shift: SwapShift | undefined): string => {
  if (swap.state === 'expired') return expiredText(swap, shift)
  return swap.declined_by_club ? 'The club said no' : ENDED[swap.state]
}

function EndedRow({ swap, list }: { swap: Swap; list: SwapList }) {
  const when = useDateFormats()
  const shift = list.shifts[swap.shift]
  return (
    <Row
      lead={shift && <DateTile parts={when.parts(shift.start)} />}
      title={shift ? shiftText(shift) : 'A shift that was removed'}
      meta={`${endedText(swap, shift)}${swap.ended_at ? `, ${when.shortTime(swap.ended_at)}` : ''}`}
    />
  )
}
