import { Input } from '@mantine/core'
import { IconCheck, IconSlash } from '@tabler/icons-react'
import { useId, useState } from 'react'
import classes from './swatch.module.css'
import { SWATCHES } from './swatches.ts'

type Props = {
  label: string
  value: string | null
  onChange: (color: string | null) => void
  error: string | undefined
}

/** A colour that is no swatch stays a choice while the form is open. */
export function SwatchField({ label, value, onChange, error }: Props) {
  const group = useId()
  const [first] = useState(value)
  const known = SWATCHES.some(([code]) => code === first?.toLowerCase())
  const choices: (readonly [string | null, string])[] = [
    ...SWATCHES,
    ...(first && !known ? [[first, 'Another colour'] as const] : []),
    [null, 'No colour'],
  ]
  return (
    <Input.Wrapper label={label} labelElement="div" error={error}>
      <div className="cluster" role="radiogroup" aria-label={label}>
        {choices.map(([color, name]) => {
          const checked = (value?.toLowerCase() ?? null) === (color?.toLowerCase() ?? null)
          return (
            <label
              key={name}
              className={classes.swatch}
              data-none={color === null || undefined}
              style={color ? { background: color } : undefined}
              title={name}
            >
              <input type="radio" name={group} aria-label={name} checked={checked} onChange={() => onChange(color)} />
              {checked && color !== null && <IconCheck size={18} color="#ffffff" aria-hidden />}
              {color === null && <IconSlash size={18} aria-hidden />}
            </label>
          )
        })}
      </div>
    </Input.Wrapper>
  )
}
