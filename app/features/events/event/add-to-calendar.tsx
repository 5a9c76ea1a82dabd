import { Button, Menu, Text } from '@mantine/core'
import { Link } from '@remix-run/react'
import { IconCalendarPlus, IconCalendarRepeat, IconDownload, IconExternalLink } from '@tabler/icons-react'
import { paths } from '#app/shell/paths.ts'
import { CALENDAR_DELAY, calendarLinks, type LinkedEvent } from '#app/ui/calendar-links.ts'

export function AddToCalendar({ file, event }: { file: string; event: LinkedEvent }) {
  return (
    <Menu withinPortal={false} position="bottom-start" shadow="md" width={272}>
      <Menu.Target>
        <Button
          variant="subtle"
          justify="flex-start"
          fullWidth
          h={44}
          leftSection={<IconCalendarPlus size={18} aria-hidden />}
        >
          Add to calendar
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item component="a" href={file} download leftSection={<IconDownload size={17} aria-hidden />}>
          Calendar file (.ics)
        </Menu.Item>
        {calendarLinks(event).map(({ name, href }) => (
          <Menu.Item
            key={name}
            component="a"
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            leftSection={<IconExternalLink size={17} aria-hidden />}
          >
            {name}
          </Menu.Item>
        ))}
        <Menu.Divider />
        <Menu.Item
          component={Link}
          to={`${paths.settings}#calendar`}
          leftSection={<IconCalendarRepeat size={17} aria-hidden />}
        >
          Keep all my shifts in my calendar
          <Text component="span" display="block" fz="sm" c="dimmed">
            {CALENDAR_DELAY}
          </Text>
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
