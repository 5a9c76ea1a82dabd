import { Button } from '@mantine/core'
import { Link } from '@remix-run/react'
import classes from './person.module.css'
import type { ListedRecords } from './person-data.ts'

export function ShowAll({ list: { count, rows }, to }: { list: ListedRecords; to: string }) {
  if (rows.length >= count) return null
  return (
    <p className={`row cluster between ${classes.pager}`}>
      <span className="num">
        {rows.length} of {count}
      </span>
      <Button component={Link} to={to} variant="subtle" preventScrollReset>
        Show all {count}
      </Button>
    </p>
  )
}
