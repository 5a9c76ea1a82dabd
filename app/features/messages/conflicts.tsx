import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useViewer } from '#app/shell/use-root.ts'
import type { Conflict } from '#server/engine/collections/changeset-contract.ts'
import { wordList } from '#server/engine/kernel/word-list.pure.ts'
import { clashing, type DraftFields } from './draft-state.ts'
import classes from './messaging.module.css'
import type { Draft } from './use-draft.ts'

const LABELS: Record<keyof DraftFields, string> = {
  kind: 'how it is sent',
  also_sms: 'whether it is a text too',
  subject: 'the subject',
  body: 'the message',
  template: 'the template',
  audience: 'who gets it',
  scheduled_for: 'when it is sent',
  reply_to: 'where replies go',
  origin: 'where it was started',
}

export const DraftConflict = ({ draft: { state, keepMine, takeTheirs } }: { draft: Draft }) =>
  state.conflict && (
    <EditConflict
      conflict={state.conflict}
      what="draft"
      clashing={clashing(state).map((field) => LABELS[field])}
      keepMine={keepMine}
      takeTheirs={takeTheirs}
    />
  )

type EditConflictProps = {
  conflict: Conflict
  what: 'draft' | 'template'
  clashing: readonly string[]
  keepMine: () => void
  takeTheirs: () => void
}

/**
 * Resolves a conflict when a record was changed in another tab or by someone else. Discards nothing before the answer.
 */
export function EditConflict({ conflict: { by, removed }, what, clashing, keepMine, takeTheirs }: EditConflictProps) {
  const viewer = useViewer()
  const isOwn = by !== null && by === viewer?.name
  const who = isOwn ? 'You' : (by ?? 'Someone else')
  return (
    <Alert
      className={classes.conflict}
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={`${who} ${removed ? (what === 'draft' ? 'discarded' : 'deleted') : 'changed'} this ${what}${isOwn ? ' in another tab' : ''}`}
    >
      {removed
        ? `Keep yours to save it as a new ${what}.`
        : clashing.length
          ? `Both ${isOwn ? 'tabs' : 'of you'} changed ${wordList(clashing)}.`
          : 'You changed different parts of it.'}
      <div className={`cluster ${classes.choices}`}>
        <Button variant="default" onClick={keepMine}>
          {isOwn ? 'Keep this tab’s' : 'Keep mine'}
        </Button>
        <Button variant="default" onClick={takeTheirs}>
          {isOwn ? 'Take the other tab’s' : 'Take theirs'}
        </Button>
      </div>
    </Alert>
  )
}
