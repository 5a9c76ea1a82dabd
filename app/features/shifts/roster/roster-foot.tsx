import { Button } from '@mantine/core'
import { IconArrowBackUp, IconSend } from '@tabler/icons-react'
import { useId } from 'react'
import { notifiesText } from '#app/collections/notification-text.ts'
import { FewLine } from '#app/features/publishing/few-line.tsx'
import { FEW, type ProofAsk } from '#app/features/publishing/proof-ask.ts'
import { publishFew } from '#app/features/publishing/publish-few.ts'
import { openProof } from '#app/features/publishing/sheet-store.ts'
import { useBegunQuestion } from '#app/ui/use-begun-question.tsx'
import { useKeys } from '#app/ui/use-keys.ts'
import { ExtendQuestion } from './extend-question.tsx'
import classes from './foot.module.css'
import { MoveQuestion } from './move-question.tsx'
import { summaryOf } from './staging.ts'
import { useRosterPreviewState } from './use-notification-preview.ts'
import type { Roster } from './use-roster.ts'

const askOf = (roster: Roster): ProofAsk => ({
  about: roster.about,
  event: roster.editor.event.id,
  staged: { event: roster.editor.event.id, edit: roster.editOf(false) },
  save: roster.save,
})

export function RosterFoot({ roster }: { roster: Roster }) {
  const { count, refusal, takenFrom } = roster
  const { ask, dialog } = useBegunQuestion()
  const save = () => ask(takenFrom, () => void roster.save(false))
  const line = useId()
  useKeys([['mod+S', save]], { inFields: true })
  const { preview, refused } = useRosterPreviewState(
    roster.editor.event.id,
    count ? { do: 'save', staged: roster.editOf(false) } : null,
  )
  const published = preview?.published
  const isFew = published !== undefined && published.people <= FEW
  const publish = () => {
    if (!published) return void roster.save(true)
    const proof = askOf(roster)
    if (isFew) void publishFew(proof, () => roster.save(true, published))
    else openProof(proof)
  }
  return (
    <footer className={`row ${classes.foot}`} data-idle={count === 0 || undefined}>
      <div className={`cluster fill muted ${classes.words}`} role="status">
        {count > 0 && <b>{count} unsaved</b>}
        {refusal ? (
          <span className={classes.refusal}>{refusal}</span>
        ) : (
          <span>{count > 0 ? summaryOf(roster.staging) : roster.statusText}</span>
        )}
      </div>
      {roster.beyond && <ExtendQuestion {...roster.beyond} />}
      {roster.withEvent && <MoveQuestion {...roster.withEvent} />}
      {count > 0 && (
        <div className={classes.actions}>
          {roster.canUndo && (
            <Button
              variant="subtle"
              color="gray"
              leftSection={<IconArrowBackUp size={16} aria-hidden />}
              onClick={roster.undo}
              disabled={roster.saving}
            >
              Undo
            </Button>
          )}
          <Button variant="subtle" color="gray" onClick={roster.discard} disabled={roster.saving}>
            Discard
          </Button>
          <Button variant="default" onClick={save} loading={roster.saving}>
            Save
            {preview && preview.notifies.people > 0 && (
              <span className={classes.consequence}>{notifiesText(preview.notifies.people)}</span>
            )}
          </Button>
          <div className={classes.publish}>
            <Button
              leftSection={<IconSend size={16} aria-hidden />}
              onClick={() => ask(takenFrom, publish)}
              disabled={!published && !refused}
              loading={roster.saving}
              {...(isFew ? { 'aria-describedby': line } : { 'aria-haspopup': 'dialog' })}
            >
              Save and publish
              {!isFew && (
                <span className={classes.consequence}>
                  {published ? notifiesText(published.people) : refused ? 'not possible yet' : 'checking…'}
                </span>
              )}
            </Button>
            {isFew && (
              <FewLine
                id={line}
                recipients={preview?.recipients ?? []}
                onProof={() => ask(takenFrom, () => openProof(askOf(roster)))}
              />
            )}
          </div>
        </div>
      )}
      {dialog}
    </footer>
  )
}
