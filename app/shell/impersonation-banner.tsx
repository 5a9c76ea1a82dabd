import { Alert } from '@mantine/core'
import { useViewer } from './use-root.ts'

/** Says who acts as whom for as long as it lasts. */
export function ImpersonationBanner() {
  const viewer = useViewer()
  if (!viewer?.impersonator) return null
  return (
    <Alert color="yellow" radius={0} role="status">
      {viewer.impersonator.name} is acting as {viewer.name}.
    </Alert>
  )
}
