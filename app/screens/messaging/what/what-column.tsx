import { ColumnTitle } from '../column-title.tsx'
import type { ColumnProps } from '../columns.ts'
import { MessageFields } from './message-fields.tsx'
import classes from './what.module.css'

/** What the message says. */
export const WhatColumn = (column: ColumnProps) => (
  <div className={classes.what}>
    <ColumnTitle number={2}>What</ColumnTitle>
    <MessageFields {...column} />
  </div>
)
