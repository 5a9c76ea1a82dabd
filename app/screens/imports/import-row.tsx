import { VisuallyHidden } from '@mantine/core'
import { IconAlertTriangle, IconEqual, IconInfoCircle, IconPlus, IconRefresh } from '@tabler/icons-react'
import { memo } from 'react'
import { type Change, OUTCOME_LABELS, type Outcome, type PreviewRow } from '#server/imports/contract.ts'
import type { Icon, Tone } from '../../ui/section-card.tsx'
import { Tag } from '../../ui/state-badge.tsx'
import { type Group, linesOf, type Piece, rowErrors } from './groups.ts'
import classes from './rows.module.css'

const SIGNS: Record<Outcome, readonly [Tone, Icon]> = {
  create: ['green', IconPlus],
  update: ['brand', IconRefresh],
  same: ['slate', IconEqual],
  error: ['red', IconAlertTriangle],
}

/** A row of the file, and under it what is said about the row as a whole. Two lines or so on a phone. */
export const ImportRow = memo(function ImportRow({ row, groups }: { row: PreviewRow; groups: readonly Group[] }) {
  const [tone, icon] = SIGNS[row.outcome]
  const wrong = rowErrors(row, groups)
  return (
    <tbody data-outcome={row.outcome}>
      <tr>
        <th scope="row">
          <span>{row.line}</span>
          <Tag tone={tone} icon={icon} quiet>
            {OUTCOME_LABELS[row.outcome]}
          </Tag>
        </th>
        {groups.map((group) => (
          <Cell key={group.title} main={group.main} lines={linesOf(row, group)} />
        ))}
      </tr>
      {(wrong.length > 0 || row.warnings.length > 0) && (
        <tr className={classes.about}>
          <td aria-hidden />
          <td colSpan={groups.length}>
            {wrong.map((message) => (
              <p key={message} data-tone="red">
                <IconAlertTriangle size={15} aria-hidden />
                {message}
              </p>
            ))}
            {row.warnings.map((message) => (
              <p key={message} data-tone="amber">
                <IconInfoCircle size={15} aria-hidden />
                {message}
              </p>
            ))}
          </td>
        </tr>
      )}
    </tbody>
  )
})

function Cell({ main, lines }: { main: boolean | undefined; lines: readonly Piece[][] }) {
  const told = lines.some((line) => line.some(({ errors, change }) => errors.length > 0 || change))
  return (
    <td data-told={told || undefined} data-main={main}>
      {lines.map((line) => (
        <div key={line.map(({ key }) => key).join()}>
          {line.map((piece) => (
            <Told key={piece.key} piece={piece} />
          ))}
        </div>
      ))}
    </td>
  )
}

function Told({ piece: { key, label, text, errors, change } }: { piece: Piece }) {
  const before = label && `${label} `
  if (errors.length > 0)
    return (
      <span className={classes.bad}>
        <span className={classes.value} title={text}>
          {before}
          {text || 'Empty'}
        </span>
        {errors.map((message) => (
          <span key={message} className={classes.why}>
            {message}
          </span>
        ))}
      </span>
    )
  if (change) return <Diff label={before} change={change} />
  return (
    <span className={classes.text} title={text} data-line={key.endsWith('email') || undefined}>
      {before}
      {text}
    </span>
  )
}

const Diff = ({ label, change: { from, to } }: { label: string | undefined; change: Change }) => (
  <span className={classes.diff}>
    {label}
    {from && (
      <del>
        <VisuallyHidden>was </VisuallyHidden>
        {from}
      </del>
    )}
    <ins>
      <VisuallyHidden>becomes </VisuallyHidden>
      {to || 'nothing'}
    </ins>
  </span>
)
