import type { FieldLine } from '#server/engine/collections/reference/contract.ts'
import classes from './api-docs.module.css'

export const FieldList = ({ fields }: { fields: readonly FieldLine[] }) => (
  <ul className={classes.fields}>
    {fields.map(({ name, type, required, note }) => (
      <li key={name}>
        <code>{name}</code>
        <span className={classes.type}>
          {type}
          {required && <strong> required</strong>}
        </span>
        {note && <span className={classes.note}>{note}</span>}
      </li>
    ))}
  </ul>
)
