import { Button, Checkbox, FileButton, NativeSelect, NumberInput } from '@mantine/core'
import { IconArrowRight, IconFileSpreadsheet } from '@tabler/icons-react'
import { countText } from '#app/ui/count-text.ts'
import {
  DATE_ORDER_LABELS,
  DATE_ORDERS,
  FIELDS,
  type ImportKind,
  type ImportOptions,
  type ImportPreview,
  MAX_HEADER_LINE,
} from '#server/imports/contract.ts'
import { ACCEPTED_TYPES } from './choose-file.tsx'
import { alsoCreated } from './import-text.ts'
import classes from './mapping.module.css'
import type { ImportState } from './use-import.ts'

const ENCODINGS = {
  'utf-8': 'UTF‑8',
  'utf-16le': 'UTF‑16',
  'utf-16be': 'UTF‑16',
  'windows-1252': 'Windows‑1252',
  macintosh: 'Mac Roman',
} as const

type Switch = 'update_existing' | 'empty_deletes' | 'allow_admins' | 'turn_names' | 'move_times'

const OPTIONS: Record<ImportKind, readonly [Switch, string][]> = {
  people: [
    ['turn_names', 'Turn names such as “North, Dana” round'],
    ['update_existing', 'Update people found by email'],
    ['empty_deletes', 'Empty cells clear existing values'],
    ['allow_admins', 'Allow the file to make people administrators'],
  ],
  season: [
    ['turn_names', 'Turn names such as “North, Dana” round'],
    ['move_times', 'Move shifts whose times have changed'],
  ],
}

export function MappingPanel({ work, preview }: { work: ImportState; preview: ImportPreview }) {
  const { file, columns, kind } = preview
  const usedCount = columns.filter(({ field }) => field !== 'ignore').length
  const options = work.settings?.options
  const created = alsoCreated(preview.creates)
  return (
    <aside className={classes.map} aria-label="File and columns">
      <div className={`row ${classes.file}`}>
        <IconFileSpreadsheet size={22} stroke={1.6} aria-hidden />
        <span>
          <b>{file.name}</b>
          <small>
            {countText(file.rows, 'row')}, {countText(file.columns, 'column')}, {ENCODINGS[file.encoding]}
          </small>
        </span>
        <FileButton onChange={work.choose} accept={ACCEPTED_TYPES} inputProps={{ 'aria-label': 'CSV file' }}>
          {(props) => (
            <Button {...props} variant="subtle" size="compact-sm">
              Replace
            </Button>
          )}
        </FileButton>
      </div>
      {preview.asks_date_order && options && (
        <div className={`stack ${classes.opts}`}>
          <NativeSelect
            label="Date format in the file"
            value={options.date_order}
            onChange={(event) => {
              const date_order = DATE_ORDERS.find((order) => order === event.currentTarget.value)
              if (date_order) work.changeOptions({ ...options, date_order })
            }}
            data={DATE_ORDERS.map((value) => ({ value, label: DATE_ORDER_LABELS[value] }))}
          />
        </div>
      )}
      {options && <ReadAs key={file.name} file={file} options={options} onChange={work.readAs} />}
      {kind === 'season' && options && (preview.asks_length || options.length_minutes !== null) && (
        <div className={`stack ${classes.opts}`}>
          <NumberInput
            label="Length of a shift in minutes"
            description="For rows without an end time."
            value={options.length_minutes ?? ''}
            min={5}
            max={900}
            onChange={(value) => work.changeOptions({ ...options, length_minutes: Number(value) || null })}
          />
        </div>
      )}
      {columns.length > 0 && (
        <>
          <h2>
            Columns{' '}
            <small>
              {usedCount} used{columns.length > usedCount && `, ${columns.length - usedCount} not used`}
            </small>
          </h2>
          <ul>
            {columns.map((column) => (
              <MappedColumn key={column.index} column={column} kind={kind} onMap={work.mapColumn} />
            ))}
          </ul>
        </>
      )}
      {options && (
        <div className={`stack ${classes.opts}`}>
          {OPTIONS[kind].map(([option, label]) => (
            <Checkbox
              key={option}
              radius="xs"
              size="md"
              label={label}
              checked={options[option]}
              onChange={(event) => work.changeOptions({ ...options, [option]: event.currentTarget.checked })}
            />
          ))}
        </div>
      )}
      {created.length > 0 && (
        <dl className={classes.made}>
          <dt>Also created</dt>
          {created.map(({ title, names }) => (
            <dd key={title}>
              <b>{title}</b> {names}
            </dd>
          ))}
        </dl>
      )}
    </aside>
  )
}

type ReadAsProps = {
  file: ImportPreview['file']
  options: ImportOptions
  onChange: (as: Pick<ImportOptions, 'header_row' | 'encoding'>) => void
}

function ReadAs({ file, options: { header_row, encoding }, onChange }: ReadAsProps) {
  const guessed = encoding !== null || file.encoding === 'windows-1252' || file.encoding === 'macintosh'
  return (
    <div className={`stack ${classes.opts}`}>
      <NumberInput
        label="Line that names the columns"
        value={header_row ?? file.header_row ?? ''}
        min={1}
        max={MAX_HEADER_LINE}
        allowDecimal={false}
        onBlur={(event) => {
          const line = Number(event.currentTarget.value) || null
          if (line !== (header_row ?? file.header_row)) onChange({ header_row: line, encoding })
        }}
      />
      {guessed && (
        <NativeSelect
          label="Encoding of the file"
          value={file.encoding}
          onChange={(event) =>
            onChange({ header_row, encoding: CHOSEN.find((one) => one === event.currentTarget.value) ?? null })
          }
          data={CHOSEN.map((value) => ({ value, label: ENCODINGS[value] }))}
        />
      )}
    </div>
  )
}

const CHOSEN = ['windows-1252', 'macintosh', 'utf-8'] as const

type MappedColumnProps = {
  column: ImportPreview['columns'][number]
  kind: ImportPreview['kind']
  onMap: (index: number, field: string) => void
}

function MappedColumn({ column: { index, header, field, examples }, kind, onMap }: MappedColumnProps) {
  const name = header || `Column ${index + 1}`
  const exampleText = examples.join(', ')
  return (
    <li data-off={field === 'ignore' || undefined}>
      <div>
        <b>{name}</b>
        <small title={exampleText}>{exampleText || 'No values'}</small>
      </div>
      <IconArrowRight size={15} aria-hidden />
      <NativeSelect
        size="xs"
        aria-label={`${name} is used for`}
        value={field}
        onChange={(event) => onMap(index, event.currentTarget.value)}
        data={[
          { value: 'ignore', label: 'Not used' },
          ...FIELDS[kind].map(({ field: value, label }) => ({ value, label })),
        ]}
      />
    </li>
  )
}
