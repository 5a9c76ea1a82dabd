import { Button, Text, Textarea } from '@mantine/core'
import type { SerializeFrom } from '@remix-run/node'
import { type FetcherWithComponents, useFetcher } from '@remix-run/react'
import { IconMessage, IconMessagePlus } from '@tabler/icons-react'
import { useState } from 'react'
import { HELP_NEEDED } from '#app/features/open-shifts/shift-words.ts'
import { fieldError, formError } from '#app/http/answer.ts'
import { paths } from '#app/shell/paths.ts'
import { useDateFormats } from '#app/shell/use-root.ts'
import { FormError } from '#app/ui/form-error.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import { askedTimesText } from '#server/requests/asked-times.pure.ts'
import type { OwnRequest } from '#server/requests/sign-up/contract.ts'
import { CLUB_DECLINED } from '#server/requests/sign-up/rules.ts'
import { AskedTimes } from './asked-times.tsx'
import classes from './event.module.css'

type Props = {
  event: { id: number; start: string; end: string }
  request: SerializeFrom<OwnRequest> | null
  refusal: string | null
  canPick: boolean
}

/**
 * Requests a shift, with an optional comment, or withdraws the request. Errors stay visible after sign-up has closed.
 */
export function SignUp({ event, request, refusal, canPick }: Props) {
  const fetcher = useFetcher()
  if (request?.state === 'declined')
    return (
      <div>
        <StateBadge state="cancelled">Declined</StateBadge>
        <Text fz="sm" c="dimmed" mt={6}>
          {CLUB_DECLINED}
        </Text>
      </div>
    )
  if (request) return <Requested event={event.id} request={request} />
  if (refusal)
    return (
      <div className={classes.ask}>
        <FormError message={formError(fetcher.data)} />
        <Text fz="sm" c="dimmed">
          {refusal} You did not have a shift at this event.
        </Text>
      </div>
    )
  return <SignUpForm event={event} canPick={canPick} fetcher={fetcher} />
}

function SignUpForm({
  event,
  canPick,
  fetcher,
}: {
  event: Props['event']
  canPick: boolean
  fetcher: FetcherWithComponents<unknown>
}) {
  const { Form, state, data } = fetcher
  const [comments, setComments] = useState(false)
  return (
    <Form method="post" action={paths.eventSignUp(event.id)} className={classes.ask}>
      <div>
        <Text fw={650} fz="lg">
          You are not signed up
        </Text>
        <Text fz="sm" c="dimmed" mt={2}>
          {canPick
            ? `${HELP_NEEDED}. Pick a shift, or sign up and let the club choose.`
            : 'Sign up, and the club will choose your shift.'}
        </Text>
      </div>
      <FormError message={formError(data)} />
      {comments && (
        <Textarea
          name="comments"
          label="Comment"
          autosize
          minRows={2}
          maxLength={2000}
          autoFocus
          error={fieldError(data, 'comments')}
        />
      )}
      <AskedTimes start={event.start} end={event.end} answer={data} />
      <div className={classes.stick}>
        <Button type="submit" h={48} fz="md" fullWidth loading={state !== 'idle'}>
          Sign up
        </Button>
      </div>
      {!comments && (
        <Button
          variant="subtle"
          justify="flex-start"
          h={44}
          leftSection={<IconMessagePlus size={18} aria-hidden />}
          onClick={() => setComments(true)}
        >
          Sign up with a comment
        </Button>
      )}
    </Form>
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
