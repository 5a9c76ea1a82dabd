import { Menu } from '@mantine/core'
import { Link } from '@remix-run/react'
import {
  IconMessage2,
  IconMessageOff,
  IconMessagePlus,
  IconMessageQuestion,
  IconMessageStar,
  IconMessageUser,
} from '@tabler/icons-react'
import { beginMessage } from '#app/shell/begin-message.ts'
import { isEventOff } from '#server/shift-facts/event.pure.ts'
import { helperAudiences } from './helpers.ts'
import type { Roster } from './use-roster.ts'

/** Drafts count in an audience only where they are named: here where there is nothing else. */
const stateOf = (shifts: readonly { published: boolean }[]) =>
  !shifts.length || shifts.some(({ published }) => published) ? {} : ({ shift_state: 'unpublished' } as const)

export function MessageItems({ roster }: { roster: Roster }) {
  const { id, fields } = roster.editor.event
  const isOff = isEventOff(roster.editor.event)
  const origin = { kind: 'event', id }
  const held = roster.shifts.flatMap(({ stored }) => (stored?.person ? [stored] : []))
  const published = held.filter((shift) => shift.published)
  const assignments = [...new Set(held.flatMap(({ assignment }) => assignment ?? []))]
  const helpers = helperAudiences(fields.start, roster.shifts, roster.editor.required)
  return (
    <>
      <Menu.Item
        component={Link}
        to={beginMessage({ event: id, ...stateOf(held) }, origin)}
        leftSection={<IconMessage2 size={16} aria-hidden />}
      >
        Everyone on this event
      </Menu.Item>
      {!isOff && published.some(({ answer }) => answer === 'asked' || answer === 'silent') && (
        <Menu.Item
          component={Link}
          to={beginMessage({ event: id, shift_state: 'asked' }, origin)}
          leftSection={<IconMessageUser size={16} aria-hidden />}
        >
          People who haven’t replied
        </Menu.Item>
      )}
      {!isOff && published.length > 0 && published.length < held.length && (
        <Menu.Item
          component={Link}
          to={beginMessage({ event: id, shift_state: 'unpublished' }, origin)}
          leftSection={<IconMessageOff size={16} aria-hidden />}
        >
          People whose shifts aren’t published
        </Menu.Item>
      )}
      {assignments.length > 0 && (
        <Menu.Sub>
          <Menu.Sub.Target>
            <Menu.Sub.Item leftSection={<IconMessageUser size={16} aria-hidden />}>One assignment</Menu.Sub.Item>
          </Menu.Sub.Target>
          <Menu.Sub.Dropdown mah="60dvh" style={{ overflowY: 'auto' }}>
            {assignments.map((assignment) => (
              <Menu.Item
                key={assignment}
                component={Link}
                to={beginMessage(
                  {
                    event: id,
                    assignments: [assignment],
                    ...stateOf(held.filter((one) => one.assignment === assignment)),
                  },
                  origin,
                )}
              >
                {roster.nameOf('assignments', assignment)}
              </Menu.Item>
            ))}
          </Menu.Sub.Dropdown>
        </Menu.Sub>
      )}
      <Menu.Item
        component={Link}
        to={beginMessage({ requested: { event: id } }, origin)}
        leftSection={<IconMessageQuestion size={16} aria-hidden />}
      >
        Everyone who asked to help
      </Menu.Item>
      {!isOff && (
        <Menu.Item
          component={Link}
          to={beginMessage(helpers.available, origin)}
          leftSection={<IconMessagePlus size={16} aria-hidden />}
        >
          Others who are free that day
        </Menu.Item>
      )}
      {!isOff && helpers.competent && (
        <Menu.Item
          component={Link}
          to={beginMessage(helpers.competent, origin)}
          leftSection={<IconMessageStar size={16} aria-hidden />}
        >
          Others who could fill the gaps
        </Menu.Item>
      )}
    </>
  )
}
