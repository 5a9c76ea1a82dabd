import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconUserQuestion } from '@tabler/icons-react'
import { countText } from '#app/ui/count-text.ts'
import type { ImportProblem, PreviewRow, UnknownPerson } from '#server/imports/contract.ts'
import classes from './imports.module.css'
import { groupWarnings } from './warning-groups.ts'

export function Problems({ problems }: { problems: readonly ImportProblem[] }) {
  if (problems.length === 0) return null
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title={
        problems.every(({ code }) => code === 'quota')
          ? 'This file can’t be imported now'
          : 'This file’s rows can’t be read yet'
      }
    >
      <ul className={classes.said}>
        {problems.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Alert>
  )
}

const MAX_LISTED = 3

/** Volunteers who were not found; their shifts are imported open. */
export function UnknownPeople({ people }: { people: readonly UnknownPerson[] }) {
  if (people.length === 0) return null
  const lineCount = people.reduce((sum, person) => sum + person.lines.length, 0)
  const list = (
    <ul className={classes.said}>
      {people.map(({ email, name, lines: lineNumbers }) => (
        <li key={`${email} ${name}`}>
          <b>{name || email}</b> {name && email && <span>{email}</span>}{' '}
          <small>
            {lineNumbers.length === 1 ? 'line' : 'lines'} {lineNumbers.slice(0, MAX_LISTED).join(', ')}
            {lineNumbers.length > MAX_LISTED && ` and ${lineNumbers.length - MAX_LISTED} more`}
          </small>
        </li>
      ))}
    </ul>
  )
  return (
    <div className={classes.unknown} data-tone="amber">
      <IconUserQuestion size={20} aria-hidden />
      <div>
        <p>
          <b>{countText(people.length, 'volunteer was', 'volunteers were')} not found.</b>{' '}
          {lineCount === 1 ? 'Their shift is left open.' : `Their ${countText(lineCount, 'shift')} are left open.`}
        </p>
        {people.length <= MAX_LISTED ? (
          list
        ) : (
          <details>
            <summary>Show who</summary>
            {list}
          </details>
        )}
      </div>
    </div>
  )
}

export function WarningCauses({ rows }: { rows: readonly PreviewRow[] }) {
  const groups = groupWarnings(rows)
  if (groups.length === 0) return null
  return (
    <div className={classes.unknown} data-tone="amber">
      <IconAlertTriangle size={20} aria-hidden />
      <ul className={classes.said} aria-label="Warnings">
        {groups.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}
