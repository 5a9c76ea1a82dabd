import { IconAlertTriangle } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useFailedMessages } from '#app/shell/failed-messages.ts'
import { paths } from '#app/shell/paths.ts'
import { PageTabs } from '#app/ui/page-tabs.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import { WorkPage } from '#app/ui/work-page.tsx'

const TABS = [
  { key: 'email', label: 'Email', to: paths.messaging('email') },
  { key: 'sms', label: 'SMS', to: paths.messaging('sms') },
  { key: 'outbox', label: 'Outbox', to: paths.outbox },
  { key: 'sent', label: 'Sent', to: paths.sent },
  { key: 'templates', label: 'Templates', to: paths.templates },
] as const

export type MessagingTab = (typeof TABS)[number]['key']

type MessagingFrameProps = {
  current: MessagingTab
  title: ReactNode
  status?: ReactNode
  actions?: ReactNode
  children: ReactNode
}

export function MessagingFrame({ current, title, status, actions, children }: MessagingFrameProps) {
  const failed = useFailedMessages()
  const notes: Partial<Record<MessagingTab, ReactNode>> = {
    outbox: failed > 0 && (
      <Tag tone="red" icon={IconAlertTriangle}>
        <span className="num">{failed.toLocaleString('en-GB')}</span>
        <span className="unseen"> not delivered</span>
      </Tag>
    ),
  }
  return (
    <WorkPage
      title={title}
      meta={status}
      actions={actions}
      tabs={
        <PageTabs
          label="Messaging"
          tabs={TABS.map(({ key, label, to }) => ({ to, label, isCurrent: key === current, note: notes[key] }))}
        />
      }
      fills
    >
      {children}
    </WorkPage>
  )
}
