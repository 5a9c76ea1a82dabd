import { Button } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { FormError } from '../../ui/form-error.tsx'
import { StateBadge } from '../../ui/state-badge.tsx'
import type { Place } from './duties.ts'
import classes from './panel.module.css'

/** Publishing one place happens at once. With changes waiting it has to wait for them: they would be told half. */
export function Publication({ place: { stored, published }, disabled }: { place: Place; disabled: boolean }) {
  const fetcher = useFetcher<{ detail?: string }>()
  if (!stored) return null
  const verb = published ? 'unpublish' : 'publish'
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
          {published ? 'Unpublish this place' : 'Publish this place'}
        </Button>
      )}
      <FormError message={fetcher.state === 'idle' ? fetcher.data?.detail : undefined} />
    </div>
  )
}
