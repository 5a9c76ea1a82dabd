import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import { FormError } from '../ui/form-error.tsx'
import { useBegunQuestion } from '../ui/use-begun-question.tsx'
import classes from './bulk.module.css'
import { inSentence } from './in-sentence.ts'
import { LeaveWarning } from './leave-warning.tsx'
import { problemText } from './problem-text.ts'
import type { StagedList } from './use-staged.ts'

export function StagedBar({ staged, title, path }: { staged: StagedList; title: string; path: string }) {
  const { count, conflicts, refusal, saving } = staged
  const { ask, dialog } = useBegunQuestion()
  return (
    <section className={`row cluster ${classes.bar}`} aria-label="Unsaved changes">
      <LeaveWarning dirty={!saving} allowed={(pathname) => pathname.replace(/\/$/, '') === path} />
      <b className="num" role="status">
        {count === 1 ? '1 change' : `${count} changes`} to {inSentence(title)}, not saved
      </b>
      <div className={`cluster ${classes.actions}`}>
        <Button variant="default" onClick={staged.discard} disabled={saving}>
          Discard
        </Button>
        {conflicts.length > 0 ? (
          <>
            <Button variant="default" onClick={staged.takeTheirs}>
              Take theirs
            </Button>
            <Button onClick={staged.keepMine}>Keep mine</Button>
          </>
        ) : (
          <Button onClick={() => ask(staged.ending, () => void staged.save())} loading={saving}>
            Save
          </Button>
        )}
      </div>
      {conflicts.length > 0 ? (
        <ul className={classes.issues} role="alert">
          {conflicts.map(({ id, removed, by }) => (
            <li key={id}>
              <Link to={`${path}?open=${id}`}>{staged.displayName(id)}</Link>
              <span>
                {by ?? 'Someone else'} has {removed ? 'deleted it' : 'changed it'}. Nothing is saved yet.
              </span>
            </li>
          ))}
        </ul>
      ) : (
        <FormError message={refusal ? problemText(refusal.body) : undefined} />
      )}
      {dialog}
    </section>
  )
}
