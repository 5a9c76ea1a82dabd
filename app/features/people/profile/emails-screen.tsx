import { Link } from '@remix-run/react'
import { IconMail } from '@tabler/icons-react'
import { Pager } from '#app/collections/pager.tsx'
import { DeliveryLine } from '#app/features/deliveries/delivery-line.tsx'
import { DeliveryMonths } from '#app/features/deliveries/delivery-months.tsx'
import { paths } from '#app/shell/paths.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { SectionCard } from '#app/ui/section-card.tsx'
import type { OwnMessages } from '#server/messages/history/contract.ts'
import { pageAddress } from './own-page.ts'
import classes from './profile.module.css'
import { ProfileTabs } from './tabs.tsx'

type Props = OwnMessages & { limit: number; page: number }

export function EmailsScreen({ messages, count, limit, page }: Props) {
  return (
    <>
      <ProfileTabs />
      <SectionCard
        title="Emails"
        icon={IconMail}
        count={count || undefined}
        hint={
          <>
            Everything sent to you by email and SMS. <Link to={paths.settings}>Choose what you get</Link>
          </>
        }
      >
        {count === 0 ? (
          <EmptyState icon={IconMail} title="No messages yet" text="Emails and texts sent to you will appear here." />
        ) : (
          <>
            <div className={classes.messages}>
              <DeliveryMonths lines={messages}>
                {(message) => <DeliveryLine key={message.id} line={message} />}
              </DeliveryMonths>
            </div>
            <Pager count={count} shown={messages.length} limit={limit} page={page} address={pageAddress(limit)} />
          </>
        )}
      </SectionCard>
    </>
  )
}
