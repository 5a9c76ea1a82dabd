import { IconAlertTriangle, IconEqual, IconInfoCircle, IconPlus, IconRefresh } from '@tabler/icons-react'
import { Fragment, memo, useContext } from 'react'
import type { Icon, Tone } from '#app/ui/section-card.tsx'
import { Tag } from '#app/ui/state-badge.tsx'
import {
  type Change,
  FIELDS,
  OUTCOME_LABELS,
  type Outcome,
  type PreviewRow,
  type Question,
} from '#server/imports/contract.ts'
import { cellLines, type Group, type Piece, rowErrors } from './column-groups.ts'
import { AskedCell, CorrectedCell, CorrectionsContext } from './corrected-cell.tsx'
import classes from './rows.module.css'

const OUTCOME_TAGS: Record<Outcome, readonly [Tone, Icon]> = {
  create: ['green', IconPlus],
  update: ['brand', IconRefresh],
  same: ['slate', IconEqual],
  error: ['red', IconAlertTriangle],
}

const FIELD_LABELS: Readonly<Record<string, string>> = Object.fromEntries(
  [...FIELDS.people, ...FIELDS.season].map(({ field, label }) => [field, label]),
)

export const ImportRow = memo(function ImportRow({
  row,
  groups,
  warns,
}: {
  row: PreviewRow
  groups: readonly Group[]
  /** Whether to show the row's warnings, which are summed up by cause above the rows. */
  warns: boolean
}) {
  const [tone, icon] = OUTCOME_TAGS[row.outcome]
  const errors = rowErrors(row, groups)
  const warnings = warns ? row.warnings : []
  const corrections = useContext(CorrectionsContext).made[row.line]
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
          <Cell
            key={group.title}
            line={row.line}
            group={group}
            lines={cellLines(row, group, corrections)}
            questions={row.questions}
          />
        ))}
      </tr>
      {(errors.length > 0 || warnings.length > 0) && (
        <tr className={classes.about}>
          <td aria-hidden />
          <td colSpan={groups.length}>
            {errors.map((message) => (
              <p key={message} data-tone="red">
                <IconAlertTriangle size={15} aria-hidden />
                {message}
              </p>
            ))}
            {warnings.map((message) => (
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

type CellProps = { line: number; group: Group; lines: readonly Piece[][]; questions: readonly Question[] }

function Cell({ line: rowNumber, group, lines, questions }: CellProps) {
  const isNotable = lines.some((line) =>
    line.some(({ errors, change, corrected }) => errors.length || change || corrected),
  )
  return (
    <td data-notable={isNotable || undefined} data-main={group.main}>
      {lines.map((line) => (
        <div key={line.map(({ key }) => key).join()}>
          {line.map((piece) =>
            piece.errors.length > 0 || piece.corrected ? (
              <Fragment key={`${piece.key} ${piece.text}`}>
                <CorrectedCell
                  line={rowNumber}
                  field={piece.key}
                  label={FIELD_LABELS[piece.key] ?? group.title}
                  text={piece.text}
                  errors={piece.errors}
                />
                {questions.map(
                  (question) =>
                    question.field === piece.key && (
                      <AskedCell key={question.about} line={rowNumber} question={question} />
                    ),
                )}
              </Fragment>
            ) : (
              <PieceText key={piece.key} piece={piece} />
            ),
          )}
        </div>
      ))}
    </td>
  )
}

function PieceText({ piece: { key, label, text, change } }: { piece: Piece }) {
  const prefix = label && `${label} `
  if (change) return <Diff label={prefix} change={change} />
  return (
    <span className={classes.text} title={text} data-line={key.endsWith('email') || undefined}>
      {prefix}
      {text}
    </span>
  )
}

const Diff = ({ label, change: { from, to } }: { label: string | undefined; change: Change }) => (
  <span className={classes.diff}>
    {label}
    {from && (
      <del>
        <span className="unseen">was </span>
        {from}
      </del>
    )}
    <ins>
      <span className="unseen">becomes </span>
      {to || 'nothing'}
    </ins>
  </span>
)
