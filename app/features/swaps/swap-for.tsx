import { Button } from '@mantine/core'
import { IconArrowsExchange } from '@tabler/icons-react'
import { useState } from 'react'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { SwapOptions } from '#server/swaps/contract.ts'
import type { SendParts } from './hand-over.tsx'
import { ShiftChoice } from './shift-choice.tsx'
import classes from './swaps.module.css'

export function SwapFor({ shifts, send, busy, day, problem }: SendParts & { shifts: SwapOptions['shifts'] }) {
  const [chosen, setChosen] = useState<number | null>(null)
  const shift = shifts.find(({ id }) => id === chosen)
  return (
    <SectionCard title="What I’d take for it" icon={IconArrowsExchange} count={shifts.length || undefined}>
      {shifts.length === 0 ? (
        <EmptyState
          icon={IconArrowsExchange}
          title="No direct swap fits"
          text="Offer your shift instead: a swap between three or four people may fit."
        />
      ) : (
        <div className={classes.body}>
          <div role="radiogroup" aria-label="The shift you’d take">
            {shifts.map((one) => (
              <ShiftChoice
                key={one.id}
                shift={one}
                type="radio"
                checked={chosen === one.id}
                onChange={() => setChosen(one.id)}
              />
            ))}
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
