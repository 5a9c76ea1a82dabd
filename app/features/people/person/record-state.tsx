import { IconAlertTriangle, IconCheck, IconHistory, IconInfinity, IconX } from '@tabler/icons-react'
import type { ListRecord } from '#app/collections/list-view.ts'
import { useDateFormats, useRoot } from '#app/shell/use-root.ts'
import { Tag } from '#app/ui/state-badge.tsx'
import type { HeldCompetency } from '#server/people/page/contract.ts'
import classes from './person.module.css'

type Props = {
  record: ListRecord
  /** State of the competency, for its newest record. */
  state: HeldCompetency['state'] | undefined
}

/** Shows the remaining validity, as a bar and as text. An earlier record was replaced, not ended. */
export function RecordState({ record, state }: Props) {
  const { day, untilDay } = useDateFormats()
  const now = useRoot()?.now ?? ''
  const ends = typeof record.expires === 'string' ? record.expires : null
  const [ending, over] = [state === 'ending', state === 'ended']
  const tone = over ? 'red' : ending ? 'amber' : record.current === true ? 'green' : 'slate'
  return (
    <>
      <span className={`${classes.when} num`}>
        <small>Achieved</small>
        {day(String(record.achieved))}
      </span>
      <span className={`${classes.when} num`}>
        <small>Ends</small>
        {ends === null ? (
          <>
            <IconInfinity size={16} aria-hidden className={classes.endless} /> No end date
          </>
        ) : (
          <>
            {day(ends)}
            <span className={classes.life} data-tone={tone} aria-hidden>
              <i style={{ width: `${lived(String(record.achieved), ends, now)}%` }} />
            </span>
          </>
        )}
      </span>
      {record.current === true ? (
        <Tag tone={ending ? 'amber' : 'green'} icon={ending ? IconAlertTriangle : IconCheck} quiet={!ending}>
          Current{ends !== null && ending && `, ends ${untilDay(ends)}`}
        </Tag>
      ) : over ? (
        <Tag tone="red" icon={IconX}>
          Ended
        </Tag>
      ) : (
        <Tag tone="slate" icon={IconHistory} quiet>
          Earlier
        </Tag>
      )}
    </>
  )
}

/** Elapsed share of the time between two days, in per cent. */
const lived = (from: string, to: string, now: string) => {
  const [begin, end, at] = [from, to, now].map((of) => Date.parse(of)) as [number, number, number]
  return end > begin ? Math.max(0, Math.min(100, ((at - begin) / (end - begin)) * 100)) : 100
}
