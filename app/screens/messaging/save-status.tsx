import { useDateFormats } from '../../shell/use-root.ts'
import type { SaveState } from './use-draft.ts'

const TEXTS: Record<Exclude<SaveState, 'saved'>, string> = {
  unsaved: 'Saving…',
  saving: 'Saving…',
  waiting: 'Not saved: there is no connection. It is tried again.',
  refused: 'Not saved yet',
  conflict: 'Not saved: it was changed elsewhere',
}

/** Says whether a draft is stored. @param props.version when it was stored; null before that. */
export function SaveStatus({ save, version }: { save: SaveState; version: string | null }) {
  const { time } = useDateFormats()
  const saved = version ? `Draft saved ${time(version)}` : 'A draft is saved as you write.'
  return (
    <span role="status" className="num">
      {save === 'saved' ? saved : TEXTS[save]}
    </span>
  )
}
