import { useRevalidator } from '@remix-run/react'
import { IconUserX } from '@tabler/icons-react'
import { useState } from 'react'
import { PlainButton } from '../ui/plain/plain-button.tsx'
import classes from './banner.module.css'
import { fetchApi } from './fetch-api.ts'
import { useDateFormats, useViewer } from './use-root.ts'

/**
 * Warns on every page that the viewer's account will soon be deleted, with a button to keep it. Hidden while
 * impersonating.
 */
export function ClosingBanner() {
  const viewer = useViewer()
  const when = useDateFormats()
  const { revalidate } = useRevalidator()
  const [busy, setBusy] = useState(false)
  if (!viewer?.closing || viewer.impersonator) return null
  const keep = async () => {
    setBusy(true)
    await fetchApi('/api/people/delete_self', { method: 'DELETE' }).catch(() => null)
    setBusy(false)
    revalidate()
  }
  return (
    <section className={`row cluster ${classes.banner}`} data-tone="amber" data-stays aria-label="Account deletion">
      <IconUserX size={20} aria-hidden />
      <span>
        Your account will be deleted on <b>{when.date(viewer.closing)}</b>. Until then nothing changes.
      </span>
      <PlainButton size="compact-md" h={44} variant="white" loading={busy} onClick={keep}>
        Keep my account
      </PlainButton>
    </section>
  )
}
