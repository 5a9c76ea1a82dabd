import { Button, Text } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { useFetcher } from '@remix-run/react'
import { IconMessage } from '@tabler/icons-react'
import { HELP_NEEDED } from '#app/features/open-shifts/shift-words.ts'
import { ListProblem } from '#app/features/waiting/list-problem.tsx'
import { useListCalls } from '#app/features/waiting/use-list-calls.ts'
import { formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import type { NextBest } from '#server/open-shifts/next-best.ts'
import { askedTimesText } from '#server/requests/asked-times.pure.ts'
import type { OwnRequest } from '#server/requests/sign-up/contract.ts'
import { CLUB_DECLINED } from '#server/requests/sign-up/rules.ts'
import type { FullAssignment } from '#server/waiting/contract.ts'
import { AlsoDo } from './also-do.tsx'
import { CountMeIn } from './count-me-in.tsx'
import classes from './event.module.css'
import type { WayIn } from './ways-in.ts'

type Props = {
  event: { id: number; start: string; end: string }
  request: SerializeFrom<OwnRequest> | null
  refusal: string | null
  ways: readonly WayIn[]
  isOn: boolean
  /** Whether a shift is held for the reader: its answer then comes first. */
  isHeld: boolean
  admin: boolean
  full: readonly FullAssignment[]
  alsoDo: SerializeFrom<NextBest>[]
}

/**
 * Takes a shift, asks for one or joins a waiting list, or withdraws the request. Errors stay visible after sign-up has
 * closed.
 */
export function SignUp({ event, request, refusal, ways, isOn, isHeld, admin, full, alsoDo }: Props) {
  const fetcher = useFetcher()
  const list = useListCalls()
  const isFree = !isOn && !isHeld
  return (
    <>
      {isFree && <Standing event={event.id} request={request} refusal={refusal} ways={ways} />}
      {refusal === null && !ways.some(isPart) && <AlsoDo full={full} others={alsoDo} />}
      <FormError message={formError(fetcher.data)} />
      <ListProblem problem={list.problem} />
      {refusal === null && ways.length > 0 && (
        <CountMeIn
          {...{ event, ways, fetcher, list }}
          isFirst={isFree && !request}
          atThumb={isFree && !request && !admin}
        />
      )}
    </>
  )
}

/** A way to a part of this event that is free. */
const isPart = (way: WayIn) => way.kind !== 'join' && way.key !== 'any'

function Standing({ event, request, refusal, ways }: Pick<Props, 'request' | 'refusal' | 'ways'> & { event: number }) {
  if (request?.state === 'declined')
    return (
      <div>
        <StateBadge state="cancelled">Declined</StateBadge>
        <Text fz="sm" c="dimmed" mt={6}>
          {CLUB_DECLINED}
        </Text>
      </div>
    )
  if (request) return <Requested event={event} request={request} />
  if (refusal)
    return (
      <Text fz="sm" c="dimmed">
        {refusal} You did not have a shift at this event.
      </Text>
    )
  return (
    <div>
      <Text fw={650} fz="lg">
        You are not signed up
      </Text>
      {ways.some(isPart) && (
        <Text fz="sm" c="dimmed" mt={2}>
          {HELP_NEEDED}
        </Text>
      )}
    </div>
  )
}

function Requested({ event, request }: { event: number; request: SerializeFrom<OwnRequest> }) {
  const { Form, state, data } = useFetcher()
  const when = useDateFormats()
  const asked = askedTimesText(request, when.time)
  return (
    <Form method="post" action={paths.eventWithdraw(event)} className={classes.ask}>
      <div>
        <StateBadge state="requested" />
        {request.assignment_name && (
          <Text fw={650} mt={8} className="wrap">
            {request.assignment_name}
          </Text>
        )}
        <Text fz="sm" c="dimmed" mt={6}>
          Requested on {when.date(request.made)}. You will get an email once you are assigned to a shift.
        </Text>
        {asked && (
          <Text fz="sm" mt={6} className="num">
            You asked to {asked}.
          </Text>
        )}
        {request.comments && (
          <Text fz="sm" mt={6} className={`muted ${classes.why}`}>
            <IconMessage size={16} aria-hidden />
            <span className="wrap">{request.comments}</span>
          </Text>
        )}
      </div>
      <FormError message={formError(data)} />
      <div className={classes.stick}>
        <StateBadge state="requested" />
        <Button type="submit" variant="default" h={44} loading={state !== 'idle'}>
          Withdraw
        </Button>
      </div>
    </Form>
  )
}
