import { TextInput } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { SWATCHES } from '#app/collections/swatches.ts'
import { Tag } from '#app/ui/state-badge.tsx'
import { brandTones, contrast } from '#server/organisation/brand/contract.ts'
import type { Organisation } from '#server/organisation/contract.ts'
import classes from './organisation.module.css'
import { SectionForm } from './section-form.tsx'

export const isColor = (text: string) => /^#[0-9a-f]{6}$/i.test(text.trim())

type Props = { stored: Organisation }

export const ColourSection = ({ stored }: Props) => (
  <SectionForm
    id="colour"
    title="Colour"
    hint="Used for buttons, links and selected items, in the app and in emails."
    stored={stored}
    fields={['color']}
  >
    {({ values, set, error }) => (
      <>
        <div className={`cluster ${classes.swatches}`} role="radiogroup" aria-label="Colour">
          {SWATCHES.map(([color, label]) => (
            <label key={color} className={classes.swatch} style={{ background: color }} title={label}>
              <input
                type="radio"
                name="swatch"
                aria-label={label}
                checked={values.color.toLowerCase() === color}
                onChange={() => set('color', color)}
              />
              {values.color.toLowerCase() === color && <IconCheck size={20} color="#ffffff" aria-hidden />}
            </label>
          ))}
        </div>
        <div className={`cluster ${classes.other}`}>
          <TextInput
            label="Colour code"
            maw={140}
            value={values.color}
            error={error('color')}
            spellCheck={false}
            onChange={(event) => set('color', event.currentTarget.value)}
          />
          <label className={classes.picker}>
            <span>Custom colour</span>
            <input
              type="color"
              value={isColor(values.color) ? values.color.trim().toLowerCase() : stored.color}
              onChange={(event) => set('color', event.currentTarget.value)}
            />
          </label>
        </div>
        <Readability color={values.color} />
      </>
    )}
  </SectionForm>
)

function Readability({ color }: { color: string }) {
  if (!isColor(color)) return null
  const chosen = color.trim().toLowerCase()
  const { filled } = brandTones(chosen)
  const ratio = contrast('#ffffff', filled).toFixed(1)
  return (
    <span role="status">
      {filled === chosen ? (
        <Tag tone="green" icon={IconCheck} quiet>
          White text is easy to read (contrast {ratio} to 1)
        </Tag>
      ) : (
        <Tag tone="amber" icon={IconAlertTriangle} quiet>
          {contrast('#ffffff', chosen) < contrast('#ffffff', filled)
            ? 'Too light for white text'
            : 'Too dark for dark screens'}
          : {filled} is used instead (contrast {ratio} to 1)
        </Tag>
      )}
    </span>
  )
}
