import { clashing, type DraftFields } from './draft-state.ts'
import { EditConflict } from './edit-conflict.tsx'
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

/** Asks what counts when a draft was changed in another tab or by somebody else. */
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
