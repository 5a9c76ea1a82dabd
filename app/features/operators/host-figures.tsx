import { sizeText } from '#server/engine/kernel/byte-size.pure.ts'
import type { HostNumbers } from '#server/operators/contract.ts'
import { ageText, MAX_WAIT_SECONDS, verdicts } from '#server/operators/verdicts.pure.ts'
import { Figures } from './figures.tsx'

const number = new Intl.NumberFormat('en-GB')
const sites = (count: number) => (count === 1 ? 'in 1 active site' : `in ${number.format(count)} active sites`)

/** The six numbers of the whole server. @param now ISO. */
export function HostFigures({ numbers, now }: { numbers: HostNumbers; now: string }) {
  const verdict = verdicts(numbers, now)
  const { waiting, waiting_since, waiting_at, last_activity, pictures } = numbers
  return (
    <Figures
      label="Numbers"
      figures={[
        { label: 'People', value: number.format(numbers.people), hint: sites(numbers.sites), verdict: verdict.people },
        {
          label: 'Shifts',
          value: number.format(numbers.shifts),
          hint: `in the next 7 days, ${number.format(numbers.open_shifts)} open`,
          verdict: verdict.shifts,
        },
        {
          label: 'Messages',
          value: number.format(numbers.sent),
          hint: `sent in 7 days; ${number.format(numbers.failed)} not delivered today`,
          verdict: verdict.messages,
        },
        {
          label: 'Oldest due message',
          value: waiting_since ? ageText(waiting_since, now) : 'None',
          hint: waiting
            ? `${number.format(waiting)} due${waiting_since ? '' : ', all to many people'}${waiting_at ? `, at ${waiting_at} only` : ''}`
            : numbers.planner_behind > MAX_WAIT_SECONDS
              ? 'but none is planned: is a worker running?'
              : 'nothing waiting',
          verdict: verdict.due,
        },
        {
          label: 'Storage',
          value: sizeText(numbers.database_bytes),
          hint: `database; ${pictures === 1 ? '1 picture' : `${number.format(pictures)} pictures`} beside it`,
          verdict: verdict.storage,
        },
        {
          label: 'Last activity',
          value: last_activity ? ageText(last_activity, now) : 'None yet',
          hint: last_activity ? 'ago, at any site' : 'at any site',
          verdict: verdict.activity,
        },
      ]}
    />
  )
}
