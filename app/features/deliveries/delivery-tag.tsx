import { IconAlertTriangle, IconCheck, IconClock, IconX } from '@tabler/icons-react'
import type { Icon, Tone } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import type { CandidateState } from '#server/deliveries/explain/contract.ts'

type Look = { label: string; tone: Tone; icon: Icon }

export const DELIVERY_LOOKS: Record<CandidateState, Look> = {
  planned: { label: 'Planned', tone: 'brand', icon: IconClock },
  none: { label: 'Not sent', tone: 'slate', icon: IconX },
  queued: { label: 'Waiting', tone: 'slate', icon: IconClock },
  sending: { label: 'Being sent', tone: 'slate', icon: IconClock },
  sent: { label: 'Sent', tone: 'green', icon: IconCheck },
  delivered: { label: 'Delivered', tone: 'green', icon: IconCheck },
  bounced: { label: 'Came back', tone: 'red', icon: IconAlertTriangle },
  complained: { label: 'Marked as spam', tone: 'red', icon: IconAlertTriangle },
  skipped: { label: 'Not sent', tone: 'slate', icon: IconX },
  cancelled: { label: 'Stopped', tone: 'slate', icon: IconX },
  failed: { label: 'Failed', tone: 'red', icon: IconAlertTriangle },
  missed: { label: 'Too late', tone: 'red', icon: IconAlertTriangle },
  unknown: { label: 'Unknown', tone: 'amber', icon: IconAlertTriangle },
}

export function DeliveryTag({ state }: { state: CandidateState }) {
  const { label, tone, icon } = DELIVERY_LOOKS[state]
  const stands = tone === 'red' || tone === 'amber' || tone === 'brand'
  return (
    <Tag tone={tone} icon={icon} quiet={!stands}>
      {label}
    </Tag>
  )
}
