import { Alert, Button } from '@mantine/core'
import { IconAlertTriangle } from '@tabler/icons-react'
import { useViewer } from '../../shell/use-root.ts'
import { wordList } from '../../ui/word-list.ts'
import { clashing, type DraftFields } from './draft-state.ts'
import classes from './messaging.module.css'
import type { Draft } from './use-draft.ts'

const LABELS: Record<keyof DraftFields, string> = {
  subject: 'the subject',
  body: 'the message',
  template: 'the template',
  audience: 'who gets it',
  scheduled_for: 'when it is sent',
  reply_to: 'where answers go',
  origin: 'where it was begun',
}

/** Asks what counts when the draft was changed in another tab or by somebody else. Nothing is lost before the answer. */
export function DraftConflict({ draft }: { draft: Draft }) {
  const viewer = useViewer()
  const { conflict } = draft.state
  if (!conflict) return null
  const { by, removed } = conflict
  const isOwn = by !== null && by === viewer?.name
  const who = isOwn ? 'You' : (by ?? 'Somebody else')
  const fields = clashing(draft.state).map((field) => LABELS[field])
  return (
    <Alert
      className={classes.conflict}
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={`${who} ${removed ? 'discarded' : 'changed'} this draft${isOwn ? ' in another tab' : ''}`}
    >
      {removed
        ? 'Keep yours to save it as a new draft.'
        : fields.length
          ? `Both of you changed ${wordList(fields)}.`
          : 'Your changes are of other parts of it.'}
      <div>
        <Button variant="default" onClick={draft.keepMine}>
          Keep mine
        </Button>
        <Button variant="default" onClick={draft.takeTheirs}>
          Take theirs
        </Button>
      </div>
    </Alert>
  )
}
