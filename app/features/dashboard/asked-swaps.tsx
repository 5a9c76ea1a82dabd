import { IconArrowsExchange } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { DateTile } from '#app/ui/date-tile.tsx'
import { Row } from '#app/ui/row.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { SwapList } from '#server/swaps/contract.ts'

export function AskedSwaps({ list, me }: { list: SwapList; me: number }) {
  const when = useDateFormats()
  const asked = list.swaps.flatMap((swap) => {
    const part = swap.circle.find(({ person, accepted }) => person === me && accepted === null)
    return part ? [{ swap, part }] : []
  })
  if (!asked.length) return null
  return (
    <SectionCard title="Asked of you" icon={IconArrowsExchange} accent="brand" count={asked.length}>
      {asked.map(({ swap, part }) => {
        const shift = list.shifts[part.gets ?? part.gives ?? 0]
        const name = list.people[swap.person]?.name ?? 'Someone'
        const what = shift && [shift.assignment, shift.role, shift.event_name].filter(Boolean).join(' · ')
        return (
          <Row
            key={swap.id}
            to={paths.swaps}
            lead={shift && <DateTile parts={when.parts(shift.start)} />}
            title={
              part.gives === null
                ? `${name} asks you to take a shift`
                : swap.kind === 'swap'
                  ? `${name} asks you to swap a shift`
                  : 'A swap is possible'
            }
            meta={
              <>
                {what}
                {swap.ends_at && (
                  <>
                    <br />
                    Answer by <span className="num">{when.dateTime(swap.ends_at)}</span>
                  </>
                )}
              </>
            }
          />
        )
      })}
    </SectionCard>
  )
}
