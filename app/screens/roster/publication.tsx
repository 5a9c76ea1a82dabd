import { Button } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import type { PreviewInput } from '#server/shifts/preview/contract.ts'
import { FormError } from '../../ui/form-error.tsx'
import { notifiesText } from '../../ui/notification-text.ts'
import { StateBadge } from '../../ui/state-badge.tsx'
import footClasses from './foot.module.css'
import classes from './panel.module.css'
import type { EditorShift } from './roster-rows.ts'
import { useRosterNotificationPreview } from './use-notification-preview.ts'

type Props = { event: number; shift: EditorShift; disabled: boolean }

/**
 * Publishes one shift immediately. It is disabled while there are staged changes: people would be notified before these are
 * saved.
 */
export function Publication({ event, shift: { stored, published }, disabled }: Props) {
  const fetcher = useFetcher<{ detail?: string }>()
  const verb = published ? 'unpublish' : 'publish'
  const shifts = stored ? [stored.id] : []
  const ask: PreviewInput | null = disabled ? null : published ? { do: 'unpublish', shifts } : { do: 'publish', shifts }
  const preview = useRosterNotificationPreview(event, ask, stored?.version)
  if (!stored) return null
  return (
    <div className={classes.publication}>
      <StateBadge state={published ? 'published' : 'unpublished'} quiet />
      {disabled ? (
        <span>Save first</span>
      ) : (
        <Button
          size="xs"
          variant="default"
          loading={fetcher.state !== 'idle'}
          onClick={() =>
            fetcher.submit(null, {
              method: 'put',
              action: `/api/shifts/${stored.id}/${verb}`,
              encType: 'application/json',
            })
          }
        >
          {published ? 'Unpublish this shift' : 'Publish this shift'}
          {preview && <span className={footClasses.consequence}>{notifiesText(preview.notifies.people)}</span>}
        </Button>
      )}
      <FormError message={fetcher.state === 'idle' ? fetcher.data?.detail : undefined} />
    </div>
  )
}
