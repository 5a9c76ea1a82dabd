import classes from './api-docs.module.css'

const TONES: Readonly<Record<string, string>> = { GET: 'brand', POST: 'green', PUT: 'amber', DELETE: 'red' }

export const Method = ({ method }: { method: string }) => (
  <span className={classes.method} data-tone={TONES[method] ?? 'slate'}>
    {method}
  </span>
)
