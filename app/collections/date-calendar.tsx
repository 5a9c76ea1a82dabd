import '@mantine/dates/styles.css'
import { DatePicker } from '@mantine/dates'

type Props = { value: string; onPick: (date: string) => void }

/** Loaded on demand: most dates are typed. @param value YYYY-MM-DD, or '' for none */
export const DateCalendar = ({ value, onPick }: Props) => (
  <DatePicker
    size="lg"
    hideOutsideDates
    highlightToday
    weekendDays={[]}
    firstDayOfWeek={1}
    value={value || null}
    {...(value && { defaultDate: value })}
    onChange={(date) => date && onPick(date)}
    ariaLabels={{ previousMonth: 'Previous month', nextMonth: 'Next month' }}
  />
)
