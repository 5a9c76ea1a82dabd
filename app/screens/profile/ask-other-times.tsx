import { Button } from '@mantine/core'
import { useDateFormats, useSite, useViewer } from '../../shell/use-root.ts'
import { otherTimesMail } from './other-times-mail.ts'
import type { OwnShiftRow } from './own-page.ts'

/** Opens a prepared email to the coordinator, who agrees on other times; nothing where the club gives no address. */
export function AskOtherTimes({ shift }: { shift: OwnShiftRow }) {
  const when = useDateFormats()
  const { contact_name, contact_email } = useSite()
  const name = useViewer()?.name ?? ''
  if (!contact_email) return null
  const event = shift.name || 'Untitled Event'
  const date = when.date(shift.start)
  const mail = { to: contact_email, contact: contact_name, event, assignment: shift.assignment, date, name }
  return (
    <Button
      component="a"
      href={otherTimesMail({ ...mail, times: when.range(shift.start, shift.end) })}
      variant="subtle"
      h={44}
      aria-label={`Ask for other times of ${event}, ${date}`}
    >
      Ask for other times
    </Button>
  )
}
