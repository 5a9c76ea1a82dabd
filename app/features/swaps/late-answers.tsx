import { useRevalidator } from '@remix-run/react'
import { useState } from 'react'
import type { Answer } from '#app/collections/call-api.ts'
import { problemText } from '#app/collections/problem-text.ts'
import { hasOthers } from '#app/features/answers/has-others.ts'
import { paths } from '#app/shell/paths.ts'
import { PlainLink } from '#app/ui/plain-link.tsx'
import classes from './swaps.module.css'

export type LateAnswer = { message: string; offersOthers: boolean }
/** Records the result of a call. @returns whether it came too late. */
export type NoteLate = (result: Answer) => boolean

/** Keeps the refusal of a late answer, and reloads the page: the answered card has changed or gone. */
export function useLateAnswer(): { late: LateAnswer | null; note: NoteLate } {
  const { revalidate } = useRevalidator()
  const [late, setLate] = useState<LateAnswer | null>(null)
  const note: NoteLate = ({ status, body }) => {
    const isLate = status === 409
    setLate(isLate ? { message: problemText(body), offersOthers: hasOthers(body) } : null)
    if (isLate) revalidate()
    return isLate
  }
  return { late, note }
}

export const LateNote = ({ late }: { late: LateAnswer | null }) => (
  <div role="status">
    {late && (
      <p className={classes.late}>
        {late.message}{' '}
        {late.offersOthers && (
          <PlainLink to={paths.openShifts} className={classes.others}>
            Others you could do
          </PlainLink>
        )}
      </p>
    )}
  </div>
)
