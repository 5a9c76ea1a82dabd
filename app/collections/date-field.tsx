import { ActionIcon, Box, Button, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { DAY_MESSAGE, isDay } from '#server/engine/kernel/day-text.pure.ts'
import { lazyPart } from '../shell/connection/lazy-part.ts'
import { useDateFormats } from '../shell/use-root.ts'
import { formatDay } from '../ui/date-format.ts'
import { parseDate } from '../ui/date-text.ts'

const DateCalendar = lazyPart(() => import('./date-calendar.tsx').then((all) => ({ default: all.DateCalendar })))

type Props = Pick<
  TextInputProps,
  'label' | 'aria-label' | 'description' | 'error' | 'required' | 'withAsterisk' | 'size' | 'w'
> & {
  name?: string
  /** YYYY-MM-DD, '' for none, or an invalid text for correction. */
  value?: string
  defaultValue?: string
  /** Called with YYYY-MM-DD, '' or an invalid text, which the server refuses. */
  onChange?: (date: string) => void
}

export function DateField({ name, value, defaultValue = '', onChange, error, description, w, ...rest }: Props) {
  const { dateFormat } = useDateFormats()
  const [own, setOwn] = useState(defaultValue)
  const [isLeft, setLeft] = useState(false)
  const [isOpen, setOpen] = useState(false)
  const text = value ?? own
  const isWhole = isDay(text)
  const isWrong = !isWhole && text !== '' && (isLeft || Boolean(error))
  const meant = isWrong ? parseDate(text, new Date().getFullYear()) : null
  const spoken = isWhole && dateFormat !== 'YYYY-MM-DD' ? formatDay(text, dateFormat) : null
  const emit = (date: string) => {
    setLeft(false)
    if (date === text) return
    setOwn(date)
    onChange?.(date)
  }
  const pick = (date: string) => {
    setOpen(false)
    emit(date)
  }
  return (
    <Box w={w}>
      <TextInput
        {...rest}
        autoComplete="off"
        placeholder="YYYY-MM-DD"
        maxLength={40}
        value={text}
        error={isWrong ? DAY_MESSAGE : error}
        description={
          (spoken || description) && (
            <>
              {spoken}
              {spoken && description && '. '}
              {description}
            </>
          )
        }
        inputWrapperOrder={['label', 'input', 'error', 'description']}
        onChange={({ currentTarget }) => {
          const typed = currentTarget.value
          const trimmed = typed.trim()
          emit(trimmed === '' || isDay(trimmed) ? trimmed : typed)
        }}
        onKeyDown={(event) => event.key === 'Enter' && setLeft(true)}
        // A message that moves a button away under the pointer would swallow the click.
        onBlur={({ relatedTarget }) => relatedTarget instanceof HTMLButtonElement || setLeft(true)}
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
              <Suspense>{isOpen && <DateCalendar value={isWhole ? text : ''} onPick={pick} />}</Suspense>
            </Popover.Dropdown>
          </Popover>
        }
      />
      {meant && (
        <Button variant="default" h={44} mt={4} onClick={() => pick(meant)}>
          Use {meant}
        </Button>
      )}
      {name && <input type="hidden" name={name} value={text} />}
    </Box>
  )
}
