import { IconHourglass } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { PlainLink } from '#app/ui/plain-link.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { HeldShift } from '#server/waiting/contract.ts'
import { Held } from './held.tsx'
import { ListProblem } from './list-problem.tsx'
import { useListCalls } from './use-list-calls.ts'
import classes from './waiting.module.css'

export function HeldCard({ held }: { held: readonly HeldShift[] }) {
  const { busy, problem, answer } = useListCalls()
  if (!held.length && !problem) return null
  return (
    <SectionCard title="Held for you" icon={IconHourglass} accent="brand" count={held.length || undefined}>
      <div className={classes.card}>
        {held.map((one) => (
          <div key={one.place} className={classes.list}>
            <PlainLink to={paths.event(one.event)} className={classes.event}>
              {one.event_name}
            </PlainLink>
            <Held one={one} busy={busy} answer={answer} />
          </div>
        ))}
        <ListProblem problem={problem} />
      </div>
    </SectionCard>
  )
}
