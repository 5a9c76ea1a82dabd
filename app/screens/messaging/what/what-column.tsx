import type { ReactNode } from 'react'
import { ColumnTitle } from '../column-title.tsx'
import type { ColumnProps } from '../columns.ts'
import { previewedMessage } from '../previewed.ts'
import { useReaders } from '../use-readers.ts'
import { MessageFields } from './message-fields.tsx'
import { TemplateSelect } from './template-select.tsx'
import classes from './what.module.css'

/** What the message says, and the files that go with it. */
export function WhatColumn({ files, ...column }: ColumnProps & { files: ReactNode }) {
  const readers = useReaders(previewedMessage(column.draft))
  return (
    <div className={classes.what}>
      <ColumnTitle number={2}>What</ColumnTitle>
      <div className={classes.what}>
        <TemplateSelect {...column} />
        <MessageFields {...column} readers={readers} />
        {files}
      </div>
    </div>
  )
}
