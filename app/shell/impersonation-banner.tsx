import { Form } from '@remix-run/react'
import { IconUserShare } from '@tabler/icons-react'
import { PlainButton } from '../ui/plain/plain-button.tsx'
import classes from './banner.module.css'
import { paths } from './paths.ts'
import { useViewer } from './use-root.ts'

export function ImpersonationBanner() {
  const viewer = useViewer()
  if (!viewer?.impersonator) return null
  return (
    <div className={`row cluster ${classes.banner}`} data-tone="amber" data-stays role="status">
      <IconUserShare size={20} aria-hidden />
      <span>
        <b>{viewer.impersonator.name}</b> is acting as <b>{viewer.name || viewer.email}</b>.
      </span>
      <Form method="post" action={paths.stopActing}>
        <PlainButton type="submit" size="compact-md" h={44} variant="white">
          Stop acting
        </PlainButton>
      </Form>
    </div>
  )
}
