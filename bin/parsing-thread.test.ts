import { expect, test } from 'vitest'
import { EXTERNAL_CALENDAR_JOB } from '#server/calendar/external/job.ts'
import { CSV_JOB } from '#server/engine/parsing/jobs.ts'
import { IMPORT_FILE_JOB } from '#server/imports/checked-file.ts'
import { MARKDOWN_JOB, MARKDOWN_PREVIEW_JOB } from '#server/markdown/jobs.ts'
import * as thread from './parsing-thread.ts'

test('the thread exports each job under its name', () => {
  const jobs = [CSV_JOB, EXTERNAL_CALENDAR_JOB, IMPORT_FILE_JOB, MARKDOWN_JOB, MARKDOWN_PREVIEW_JOB]
  expect(Object.keys(thread).sort()).toEqual(jobs.map(({ name }) => name).sort())
})
