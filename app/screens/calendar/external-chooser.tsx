import { Button, Checkbox, Popover, Stack } from '@mantine/core'
import { useFetcher } from '@remix-run/react'
import { IconChevronDown } from '@tabler/icons-react'
import { hostOf } from '#server/calendar/external/rules.ts'
import { paths } from '../../paths.ts'

type Props = { allowed: string[]; hidden: string[]; names: Record<string, string> }

/** Which other clubs' calendars are shown; only where the site allows any (specification §2.4). */
export function ExternalChooser({ allowed, hidden, names }: Props) {
  const fetcher = useFetcher()
  const sent = fetcher.formData
  const isHidden = (address: string) =>
    sent?.get('address') === address ? sent.get('hide') === 'true' : hidden.includes(address)
  const shown = allowed.filter((address) => !isHidden(address)).length
  return (
    <Popover withinPortal={false} position="bottom-end" shadow="md" trapFocus returnFocus>
      <Popover.Target>
        <Button variant="default" h={40} px={14} rightSection={<IconChevronDown size={16} aria-hidden />}>
          External calendars ({shown})
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label="External calendars">
        <Stack gap="xs">
          {allowed.map((address) => (
            <Checkbox
              key={address}
              label={names[address] ?? hostOf(address)}
              checked={!isHidden(address)}
              onChange={({ currentTarget }) =>
                fetcher.submit(
                  { address, hide: String(!currentTarget.checked) },
                  { method: 'post', action: paths.calendarExternal },
                )
              }
            />
          ))}
        </Stack>
      </Popover.Dropdown>
    </Popover>
  )
}
