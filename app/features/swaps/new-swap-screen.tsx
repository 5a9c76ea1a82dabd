import { NativeSelect, Textarea } from '@mantine/core'
import { useNavigate, useSearchParams } from '@remix-run/react'
import { IconArrowsExchange } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { useCalls } from '#app/collections/use-call.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { FormError } from '#app/ui/form-error.tsx'
import { PageHead } from '#app/ui/page-head.tsx'
import { PageTabs } from '#app/ui/page-tabs.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { SwapOptions, SwapShift } from '#server/swaps/contract.ts'
import { shiftText } from './circle-words.ts'
import { HandOver } from './hand-over.tsx'
import { OfferWishes, type Wishes } from './offer-wishes.tsx'
import { SwapFor } from './swap-for.tsx'
import classes from './swaps.module.css'

export type SwapKind = 'hand_over' | 'swap' | 'offer'

export type NewSwapData = Wishes & {
  own: SwapShift[]
  /** The shift to give; null without any. */
  shift: number | null
  kind: SwapKind
  options: SwapOptions
}

const WAYS = [
  { kind: 'hand_over', label: 'Hand over' },
  { kind: 'swap', label: 'Swap' },
  { kind: 'offer', label: 'Offer' },
] as const

/**
 * Gives away one of the viewer's shifts: to a person, for another's shift, or for any that fits. The URL holds all
 * choices.
 */
export function NewSwapScreen(data: NewSwapData) {
  const when = useDateFormats()
  const navigate = useNavigate()
  const [search, setSearch] = useSearchParams()
  const form = useCalls({ fields: ['comments'] })
  const [comments, setComments] = useState('')
  const { own, shift, kind, options } = data
  const given = own.find(({ id }) => id === shift)
  const head = <PageHead title="Give a shift away" meta="It stays yours until everyone has said yes." />
  if (!given)
    return (
      <>
        {head}
        <SectionCard title="No coming shifts">
          <EmptyState
            icon={IconArrowsExchange}
            title="Nothing to give away"
            text="You can hand over, swap or offer your published shifts here until they start."
          />
        </SectionCard>
      </>
    )
  const set = (changes: Record<string, string | null>) =>
    setSearch(
      (before) => {
        const next = new URLSearchParams(before)
        for (const [name, value] of Object.entries(changes)) value ? next.set(name, value) : next.delete(name)
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const send = async (input: object) => {
    const answer = await form.call('POST', '/api/swaps', { shift: given.id, comments, kind, ...input })
    if (answer.ok) navigate(paths.swaps)
  }
  const day = when.short(given.start)
  const way = (to: SwapKind) => {
    const next = new URLSearchParams(search)
    next.set('shift', String(given.id))
    next.set('kind', to)
    return `${paths.newSwap()}?${next}`
  }
  const problem: ReactNode = <FormError message={form.problem} />
  const parts = { send, busy: form.busy, day, problem }
  return (
    <>
      {head}
      <div className={classes.stack}>
        <SectionCard title="My shift">
          <div className={classes.body}>
            <NativeSelect
              aria-label="The shift you’re giving away"
              size="md"
              value={given.id}
              onChange={(event) => set({ shift: event.currentTarget.value, not: null, assignment: null })}
              data={own.map((one) => ({
                value: String(one.id),
                label: `${when.short(one.start)}, ${when.range(one.start, one.end)}, ${shiftText(one)}`,
              }))}
            />
            {kind !== 'offer' && (
              <Textarea
                label="Message to the person you’re asking"
                placeholder="Optional"
                value={comments}
                maxLength={500}
                autosize
                minRows={2}
                onChange={(event) => setComments(event.currentTarget.value)}
                error={form.error('comments')}
              />
            )}
          </div>
        </SectionCard>
        <PageTabs
          label="Ways to give a shift away"
          preventScrollReset
          tabs={WAYS.map(({ kind: to, label }) => ({ to: way(to), label, isCurrent: kind === to }))}
        />
        {kind === 'hand_over' && <HandOver key={given.id} people={options.people} {...parts} />}
        {kind === 'swap' && (
          <SwapFor
            key={given.id}
            {...data}
            {...{ given, set }}
            shifts={data.fits.filter(({ direct }) => direct)}
            {...parts}
          />
        )}
        {kind === 'offer' && <OfferWishes key={given.id} {...data} {...{ given, set }} {...parts} />}
      </div>
    </>
  )
}
