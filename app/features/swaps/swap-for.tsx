import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { SwapOptions, SwapShift } from '#server/swaps/contract.ts'
import type { SendParts } from './hand-over.tsx'
import { ShiftChoices } from './shift-choice.tsx'
import { type Filters, ShiftFilters } from './shift-filters.tsx'
import classes from './swaps.module.css'

type Props = Filters &
  SendParts & {
    given: SwapShift
    /** The shifts that match the filters. */
    shifts: SwapOptions['shifts']
  }

/** Under this many shifts no filter helps. */
const MIN_FILTERED = 10

export function SwapFor({ given, shifts, wants, months, month, assignments, set, ...rest }: Props) {
  const { send, busy, day, problem } = rest
  const isFiltered = Object.keys(wants).length > 0
  const [chosen, setChosen] = useState<number | null>(null)
  const shift = shifts.find(({ id }) => id === chosen)
  return (
    <SectionCard title="What I’d take for it" icon={IconArrowsExchange} count={shifts.length || undefined}>
      {shifts.length === 0 && !isFiltered ? (
        <EmptyState
          icon={IconArrowsExchange}
          title="No direct swap fits"
          text="Offer your shift instead: a swap between three or four people may fit."
        />
      ) : (
        <div className={classes.body}>
          {(isFiltered || shifts.length > MIN_FILTERED) && (
            <ShiftFilters {...{ wants, months, month, assignments, set }} />
          )}
          {shifts.length === 0 && <p className={classes.note}>No direct swap fits these.</p>}
          <div role="radiogroup" aria-label="The shift you’d take">
            <ShiftChoices shifts={shifts} given={given} single isChecked={(id) => chosen === id} onChange={setChosen} />
          </div>
          {problem}
          <Button
            className={classes.send}
            mih={48}
            h="auto"
            py={6}
            loading={busy}
            disabled={!shift}
            onClick={() => send({ for: chosen })}
          >
            <span className="wrap">{shift ? `Ask ${shift.person_name} to swap for ${day}` : 'Choose a shift'}</span>
          </Button>
        </div>
      )}
    </SectionCard>
  )
}
