import { Button, Chip, Textarea } from '@mantine/core'
import { useFetcher, useNavigate } from '@remix-run/react'
import { type FormEvent, useEffect, useState } from 'react'
import type { RequestRow } from '#server/requests/answer/contract.ts'
import { FormError } from '../../ui/form-error.tsx'
import classes from './panel.module.css'

const REASONS = ['All places are taken.', 'A qualification is missing.', 'Your turn came recently.']

/** Why not: one of the usual reasons, or in one's own words. The person reads it. */
export function DeclineForm({ request, next, onBack }: { request: RequestRow; next: string; onBack: () => void }) {
  const [reason, setReason] = useState('')
  const fetcher = useFetcher<{ detail?: string; reason?: string[]; order?: number[] }>()
  const navigate = useNavigate()
  const first = request.person_name.split(' ')[0]
  const { state, data } = fetcher
  useEffect(() => {
    if (state === 'idle' && data?.order) navigate(next, { replace: true, preventScrollReset: true })
  }, [state, data, navigate, next])
  const decline = (event: FormEvent) => {
    event.preventDefault()
    fetcher.submit(
      { reason },
      { method: 'put', action: `/api/requests/${request.id}/decline`, encType: 'application/json' },
    )
  }
  return (
    <form onSubmit={decline} className={classes.decline}>
      <h3>Why? {first} gets this by email.</h3>
      <Chip.Group value={reason} onChange={(value) => setReason(String(value))}>
        <fieldset className={classes.chips} aria-label="Usual reasons">
          {REASONS.map((one) => (
            <Chip key={one} value={one} size="sm">
              {one.replace(/\.$/, '')}
            </Chip>
          ))}
        </fieldset>
      </Chip.Group>
      <Textarea
        aria-label="Reason"
        placeholder="Optional"
        value={reason}
        maxLength={1000}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={data?.reason?.[0]}
        autosize
        minRows={2}
        data-autofocus
      />
      <FormError message={state === 'idle' ? data?.detail : undefined} />
      <div className={classes.actions}>
        <Button type="submit" color="red" loading={state !== 'idle'}>
          Decline and tell {first}
        </Button>
        <Button variant="default" onClick={onBack}>
          Back
        </Button>
      </div>
    </form>
  )
}
