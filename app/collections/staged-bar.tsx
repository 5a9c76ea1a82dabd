import { Button } from '@mantine/core'
import { Link, useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import { FormError } from '../ui/form-error.tsx'
import { firstMessage } from './answer-messages.ts'
import classes from './bulk.module.css'
import { callApi } from './call-api.ts'
import { inSentence } from './in-sentence.ts'
import { LeaveWarning } from './leave-warning.tsx'
import type { Overtaken, Staged } from './use-staged.ts'

/** What is staged and not saved; it stands over the list's foot while there is any. All of it is saved, or nothing. */
export function StagedBar({ staged, title, path }: { staged: Staged; title: string; path: string }) {
  const [busy, setBusy] = useState(false)
  const { revalidate } = useRevalidator()
  const { ids, answer } = staged
  const overtaken = overtakenOf(answer)
  const save = async () => {
    setBusy(true)
    const changes = [...ids].map(([id, { was, fields }]) => ({ id, was, fields }))
    const { ok, body } = await callApi('PUT', staged.savedAt ?? '', { changes }, [409])
    setBusy(false)
    if (ok) staged.drop()
    else staged.setAnswer(body ?? { detail: 'Not saved. Please try again.' })
    if (ok || overtakenOf(body).length) revalidate()
  }
  return (
    <section className={classes.bar} aria-label="Changes that are not saved">
      <LeaveWarning dirty={!busy} allowed={(pathname) => pathname.replace(/\/$/, '') === path} />
      <b className="num" role="status">
        {ids.size === 1 ? '1 change' : `${ids.size} changes`} to {inSentence(title)}, not saved
      </b>
      <div className={classes.actions}>
        <Button variant="default" onClick={() => staged.drop()} disabled={busy}>
          Discard
        </Button>
        {overtaken.length > 0 ? (
          <Button onClick={() => staged.rebase(overtaken)}>Keep mine</Button>
        ) : (
          <Button onClick={save} loading={busy}>
            Save
          </Button>
        )}
      </div>
      {overtaken.length > 0 ? (
        <ul className={classes.issues} role="alert">
          {overtaken.map(({ id, gone, by }) => (
            <li key={id}>
              <Link to={`${path}?open=${id}`}>{ids.get(id)?.name ?? `${id}`}</Link>
              <span>
                {by ?? 'Somebody else'} {gone ? 'deleted it' : 'changed it'} meanwhile. Nothing is saved yet.
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <FormError message={firstMessage(answer, [])} />
      )}
    </section>
  )
}

const overtakenOf = (answer: unknown): Overtaken[] =>
  typeof answer === 'object' && answer !== null && 'overtaken' in answer && Array.isArray(answer.overtaken)
    ? answer.overtaken
    : []
