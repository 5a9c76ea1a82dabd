import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { lazyPart } from '../shell/connection/lazy-part.ts'
import { useDateFormats } from '../shell/use-root.ts'
import { formatDay } from '../ui/date-format.ts'
import { parseDate } from '../ui/date-text.ts'

const DateCalendar = lazyPart(() => import('./date-calendar.tsx').then((all) => ({ default: all.DateCalendar })))

type Props = Pick<
  TextInputProps,
  'label' | 'aria-label' | 'description' | 'inputWrapperOrder' | 'error' | 'required' | 'withAsterisk' | 'size' | 'w'
> & {
  /** The name under which a form sends YYYY-MM-DD. */
  name?: string
  /** YYYY-MM-DD, or '' for none; or the text that is no day, for correction. */
  value?: string
  defaultValue?: string
  /** Called with YYYY-MM-DD, with '', or with a text that is no day, which the server refuses. */
  onChange?: (date: string) => void
}

const ISO_DAY = /^\d{4}-\d\d-\d\d$/

const NOT_A_DAY = 'Not a date. Type it as 22 Nov 2026 or 22/11/2026.'

/** A day, typed or picked, in the person's format. The browser's own input would follow the device instead. */
export function DateField({ name, value, defaultValue = '', onChange, error, ...rest }: Props) {
  const { dateFormat } = useDateFormats()
  const [own, setOwn] = useState(defaultValue)
  const [typed, setTyped] = useState<string | null>(null)
  const [isWrong, setWrong] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const day = value ?? own
  const isDay = ISO_DAY.test(day)
  const shown = isDay ? formatDay(day, dateFormat) : day
  const read = (text: string) => parseDate(text, new Date().getFullYear())
  const emit = (date: string) => {
    if (date === day) return
    setOwn(date)
    onChange?.(date)
  }
  /** @param to what gets the focus: a message that moved a button away under the pointer would swallow the click. */
  const commit = (to?: EventTarget | null) => {
    if (typed === null) return
    const date = read(typed)
    setWrong(date === null && !(to instanceof HTMLButtonElement))
    setTyped(null)
    emit(date ?? typed.trim())
  }
  const pick = (date: string) => {
    setTyped(null)
    setWrong(false)
    setOpen(false)
    emit(date)
  }
  return (
    <>
      <TextInput
        {...rest}
        autoComplete="off"
        maxLength={40}
        value={typed ?? shown}
        error={!isDay && (isWrong || (error && day !== '')) ? NOT_A_DAY : error}
        onChange={(event) => {
          const text = event.currentTarget.value
          setTyped(text)
          setWrong(false)
          emit(read(text) ?? text.trim())
        }}
        onKeyDown={(event) => event.key === 'Enter' && commit()}
        onBlur={({ relatedTarget }) => commit(relatedTarget)}
        rightSectionWidth={44}
        rightSection={
          <Popover
            opened={isOpen}
            onChange={setOpen}
            position="bottom-end"
            shadow="md"
            trapFocus
            hideDetached={false}
            returnFocus
          >
            <Popover.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                w={44}
                h="100%"
                mih={36}
                aria-label="Open the calendar"
                onClick={() => setOpen(!isOpen)}
              >
                <IconCalendar size={18} aria-hidden />
              </ActionIcon>
            </Popover.Target>
            <Popover.Dropdown>
              <Suspense>{isOpen && <DateCalendar value={isDay ? day : ''} onPick={pick} />}</Suspense>
            </Popover.Dropdown>
          </Popover>
        }
      />
      {name && <input type="hidden" name={name} value={day} />}
    </>
  )
}
