import { Button } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { notifiesText } from '#app/collections/notification-text.ts'
import { PublishButton } from '#app/features/publishing/publish-button.tsx'
import { FormError } from '#app/ui/form-error.tsx'
import { StateBadge } from '#app/ui/state-badge.tsx'
import type { PreviewInput } from '#server/shifts/preview/contract.ts'
import footClasses from './foot.module.css'
import classes from './panel.module.css'
import type { EditorShift } from './roster-rows.ts'
import { useRosterNotificationPreview } from './use-notification-preview.ts'

type Props = { event: number; about: string; shift: EditorShift; disabled: boolean }

/**
 * Publishes one shift immediately. Disabled while there are staged changes: people would be notified before these are
 * saved.
 */
export function Publication({ event, about, shift: { stored, published }, disabled }: Props) {
  const fetcher = useFetcher<{ detail?: string }>()
  const shifts = stored ? [stored.id] : []
  const ask: PreviewInput | null = disabled || !published ? null : { do: 'unpublish', shifts }
  const preview = useRosterNotificationPreview(event, ask, stored?.version)
  if (!stored) return null
  return (
    <div className={`row cluster between ${classes.publication}`}>
      <StateBadge state={published ? 'published' : 'unpublished'} quiet />
      {disabled ? (
        <span>Save first</span>
      ) : !published ? (
        <PublishButton
          shifts={shifts}
          event={event}
          about={about}
          count={1}
          stamp={stored.version}
          variant="default"
          label="Publish this shift"
        />
      ) : (
        <Button
          variant="default"
          disabled={!preview}
          loading={fetcher.state !== 'idle'}
          onClick={() =>
            fetcher.submit(null, {
              method: 'put',
              action: `/api/shifts/${stored.id}/unpublish`,
              encType: 'application/json',
            })
          }
        >
          Unpublish this shift
          <span className={footClasses.consequence}>
            {preview ? notifiesText(preview.notifies.people) : 'checking…'}
          </span>
        </Button>
      )}
      <FormError message={fetcher.state === 'idle' ? fetcher.data?.detail : undefined} />
    </div>
  )
}
