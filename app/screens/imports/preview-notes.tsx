import { Alert } from '@mantine/core'
import { IconAlertTriangle, IconUserQuestion } from '@tabler/icons-react'
import type { ImportProblem, UnknownPerson } from '#server/imports/contract.ts'
import classes from './imports.module.css'
import { counted } from './words.ts'

/** What stands in the way of reading any row. */
export function Problems({ problems }: { problems: readonly ImportProblem[] }) {
  if (problems.length === 0) return null
  return (
    <Alert
      color="red"
      variant="light"
      role="alert"
      icon={<IconAlertTriangle size={20} aria-hidden />}
      title="The rows of this file cannot be read yet"
    >
      <ul className={classes.said}>
        {problems.map(({ message }) => (
          <li key={message}>{message}</li>
        ))}
      </ul>
    </Alert>
  )
}

const FEW = 3

/** The volunteers whom nobody here answers to; their places are imported open, and can be given to somebody later. */
export function UnknownPeople({ people }: { people: readonly UnknownPerson[] }) {
  if (people.length === 0) return null
  const lines = people.reduce((sum, person) => sum + person.lines.length, 0)
  const list = (
    <ul className={classes.said}>
      {people.map(({ email, name, lines: at }) => (
        <li key={`${email} ${name}`}>
          <b>{name || email}</b> {name && email && <span>{email}</span>}{' '}
          <small>
            {at.length === 1 ? 'line' : 'lines'} {at.slice(0, FEW).join(', ')}
            {at.length > FEW && ` and ${at.length - FEW} more`}
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
          <b>{counted(people.length, 'volunteer was', 'volunteers were')} not found.</b>{' '}
          {lines === 1 ? 'Their shift is left open.' : `Their ${counted(lines, 'shift')} are left open.`}
        </p>
        {people.length <= FEW ? (
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
