import { Button, Menu } from '@mantine/core'
import { IconCalendarPlus, IconDownload, IconExternalLink } from '@tabler/icons-react'
import { calendarLinks, type LinkedEvent } from '#app/ui/calendar-links.ts'

export function AddToCalendar({ file, event }: { file: string; event: LinkedEvent }) {
  return (
    <Menu withinPortal={false} position="bottom-start" shadow="md" width={240}>
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
      </Menu.Dropdown>
    </Menu>
  )
}
