import { Button } from '@mantine/core'
import { IconArrowBackUp, IconSend } from '@tabler/icons-react'
import { notifiesText } from '../../ui/notification-text.ts'
import classes from './foot.module.css'
import { isUnpublished } from './roster-rows.ts'
import { rosterEditOf, summaryOf } from './staging.ts'
import { useRosterNotificationPreview } from './use-notification-preview.ts'
import type { Roster } from './use-roster.ts'

/** Sums up the staged changes and saves them. It appears with the first change and stays in view. */
export function RosterFoot({ roster }: { roster: Roster }) {
  const { count, refusal } = roster
  const hidden = roster.shifts.filter(isUnpublished).length
  const preview = useRosterNotificationPreview(
    roster.editor.event.id,
    count ? { do: 'save', staged: rosterEditOf(roster.staging, false) } : null,
  )
  return (
    <footer className={classes.foot} data-idle={count === 0 || undefined}>
      <div className={classes.words} role="status">
        {count > 0 && <b>{count} unsaved</b>}
        {refusal ? (
          <span className={classes.refusal}>{refusal}</span>
        ) : (
          <span>{count > 0 ? summaryOf(roster.staging) : roster.statusText}</span>
        )}
      </div>
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
          <Button variant="default" onClick={() => roster.save(false)} loading={roster.saving}>
            Save
            {preview && preview.notifies.people > 0 && (
              <span className={classes.consequence}>{notifiesText(preview.notifies.people)}</span>
            )}
          </Button>
          <Button
            leftSection={<IconSend size={16} aria-hidden />}
            onClick={() => roster.save(true)}
            loading={roster.saving}
            className={classes.publish}
          >
            Save and publish
            <span className={classes.consequence}>
              {preview?.published
                ? notifiesText(preview.published.people)
                : hidden === 1
                  ? '1 shift'
                  : `${hidden} shifts`}
            </span>
          </Button>
        </div>
      )}
    </footer>
  )
}
