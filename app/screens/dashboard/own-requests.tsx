import type { SerializeFrom } from '@remix-run/node'
import { IconHourglass } from '@tabler/icons-react'
import type { PendingRequest } from '#server/requests/sign-up/own-requests.ts'
import { paths } from '../../shell/paths.ts'
import { useDateFormats } from '../../shell/use-root.ts'
import { DateTile } from '../../ui/date-tile.tsx'
import { Row } from '../../ui/row.tsx'
import { SectionCard } from '../../ui/section-card.tsx'

/** Lists the person's own pending requests; renders nothing without any. */
export function OwnRequests({ requests }: { requests: SerializeFrom<PendingRequest[]> }) {
  const when = useDateFormats()
  if (!requests.length) return null
  return (
    <SectionCard
      title="Pending Shift Requests"
      icon={IconHourglass}
      accent="requests"
      count={requests.length}
      hint="These are events that you have signed up to specifically. You will get an email once you are assigned to a shift."
    >
      {groupBySeries(requests).map((group) => {
        const [first] = group
        if (!first) return null
        const isSeries = group.length > 1 && first.series !== null
        return (
          <Row
            key={first.id}
            to={isSeries ? paths.seriesPage(first.series ?? 0) : paths.event(first.event)}
            lead={<DateTile parts={when.parts(first.start)} />}
            title={isSeries ? first.series_name || 'Untitled Series' : first.event_name || 'Untitled Event'}
            meta={
              <span className="num">
                {isSeries
                  ? `${group.length} events · next ${when.format(first.start, 'ddd D MMM')}`
                  : [when.dateTime(first.start), first.assignment_name].filter(Boolean).join(' · ')}
              </span>
            }
          />
        )
      })}
    </SectionCard>
  )
}

/** Puts the requests for a series together, at the place of its first event. */
function groupBySeries<R extends { id: number; series: number | null }>(requests: readonly R[]): R[][] {
  const groups = new Map<string, R[]>()
  for (const request of requests) {
    const key = request.series === null ? `request ${request.id}` : `series ${request.series}`
    groups.set(key, [...(groups.get(key) ?? []), request])
  }
  return [...groups.values()]
}
