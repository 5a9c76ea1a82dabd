import { ActionIcon, Button, Drawer, NativeSelect } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { type FormEvent, useState } from 'react'
import { useFocusReturn } from '../ui/use-focus-return.ts'
import { ConditionValue } from './condition-value.tsx'
import {
  type Comparison,
  comparisonsFor,
  conditionName,
  conditionValue,
  findComparison,
  isValidCondition,
  splitCondition,
} from './conditions.ts'
import classes from './filter.module.css'
import { inSentence } from './in-sentence.ts'
import { plainFields } from './list-query.ts'
import type { ListData, ListView } from './list-view.ts'

type Draft = { key: number; path: string; comparison: Comparison; value: string }
type Fields = ListData['contract']['fields']

function problemsOf(drafts: readonly Draft[], fields: Fields): Record<number, string> {
  const seen = new Set<string>()
  return Object.fromEntries(
    drafts.flatMap(({ key, path, comparison, value }) => {
      const condition = conditionValue(comparison, value.trim())
      const field = fields[path]
      if (condition === '' || !field) return []
      const name = conditionName(path, comparison.operator)
      if (seen.has(name)) return [[key, 'This condition is already listed above.']]
      seen.add(name)
      if (isValidCondition(field, comparison.operator, condition)) return []
      return [[key, ['integer', 'number'].includes(field.kind) ? 'Enter a number.' : 'This value is not valid.']]
    }),
  )
}

type Props = { view: ListView; data: ListData; onApply: (filters: Record<string, string>) => void; onClose: () => void }

export function FilterDrawer({ view, data, onApply, onClose }: Props) {
  const { contract, query } = data
  useFocusReturn(true)
  const paths = plainFields(view, contract).filter((path) => contract.fields[path] && comparisons(path).length > 0)
  function comparisons(path: string) {
    const field = contract.fields[path]
    return field ? comparisonsFor(field) : []
  }
  const draftOf = (path: string, key: number): Draft[] => {
    const [comparison] = comparisons(path)
    return comparison ? [{ key, path, comparison, value: '' }] : []
  }
  const [drafts, setDrafts] = useState<Draft[]>(() => {
    const initial = Object.entries(query.filters).flatMap(([name, value], key): Draft[] => {
      const { path, operator } = splitCondition(name)
      const field = contract.fields[path]
      const comparison = field && findComparison(field, operator, value)
      return comparison ? [{ key, path, comparison, value }] : []
    })
    return initial.length ? initial : draftOf(paths[0] ?? '', 0)
  })
  const change = (key: number, changes: Partial<Draft>) =>
    setDrafts(drafts.map((draft) => (draft.key === key ? { ...draft, ...changes } : draft)))
  const add = () =>
    setDrafts([
      ...drafts,
      ...draftOf(
        paths.find((path) => !drafts.some((draft) => draft.path === path)) ?? paths[0] ?? '',
        Math.max(0, ...drafts.map(({ key }) => key)) + 1,
      ),
    ])
  const [errors, setErrors] = useState<Record<number, string>>({})
  const apply = (event: FormEvent) => {
    event.preventDefault()
    const problems = problemsOf(drafts, contract.fields)
    setErrors(problems)
    if (Object.keys(problems).length) return
    onApply(
      Object.fromEntries(
        drafts.flatMap(({ path, comparison, value }) => {
          const condition = conditionValue(comparison, value.trim())
          return condition === '' ? [] : [[conditionName(path, comparison.operator), condition]]
        }),
      ),
    )
  }
  return (
    <Drawer
      opened
      returnFocus={false}
      onClose={onClose}
      position="right"
      size={420}
      title={`Filter ${inSentence(contract.title)}`}
      closeButtonProps={{ 'aria-label': 'Close filter' }}
    >
      <form onSubmit={apply} className={classes.form} noValidate>
        {drafts.map(({ key, path, comparison, value }, index) => {
          const field = contract.fields[path]
          if (!field) return null
          const title = field.title ?? path
          return (
            <fieldset key={key} className={`stack ${classes.condition}`} aria-label={`Condition ${index + 1}`}>
              <div className={classes.what}>
                <NativeSelect
                  aria-label="Field"
                  data={paths.map((key) => ({ value: key, label: contract.fields[key]?.title ?? key }))}
                  value={path}
                  onChange={(event) => change(key, draftOf(event.currentTarget.value, key)[0] ?? {})}
                />
                <NativeSelect
                  aria-label={`Comparison of ${title}`}
                  data={comparisons(path).map((option) => ({ value: option.key, label: option.label }))}
                  value={comparison.key}
                  onChange={(event) => {
                    const next = comparisons(path).find((option) => option.key === event.currentTarget.value)
                    if (next)
                      change(key, { comparison: next, ...(next.isNull || comparison.isNull ? { value: '' } : {}) })
                  }}
                />
                <ActionIcon
                  variant="subtle"
                  color="gray"
                  size={36}
                  aria-label={`Remove condition ${index + 1}`}
                  onClick={() => setDrafts(drafts.filter((draft) => draft.key !== key))}
                >
                  <IconTrash size={18} aria-hidden />
                </ActionIcon>
              </div>
              {!comparison.isNull && (
                <ConditionValue
                  field={field}
                  label={`${title}, ${comparison.label}`}
                  value={value}
                  error={errors[key]}
                  names={(field.to && data.labels[field.to]) || {}}
                  onChange={(next) => change(key, { value: next })}
                />
              )}
            </fieldset>
          )
        })}
        <Button variant="subtle" leftSection={<IconPlus size={16} aria-hidden />} onClick={add} className={classes.add}>
          Add condition
        </Button>
        <div className={classes.actions}>
          <Button type="submit">Apply</Button>
          <Button variant="default" onClick={() => onApply({})}>
            Reset
          </Button>
        </div>
      </form>
    </Drawer>
  )
}
