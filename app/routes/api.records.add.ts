import { records } from '#server/records/contract.ts'
import { unchecked } from '../http/bodies.ts'
import { post } from '../http/calls.ts'

export const action = post({
  summary: 'Add a record',
  requires: 'admin',
  body: unchecked(records.create),
  answer: { list: 'records' },
  status: 201,
  run: (ctx, { body, app }) => app.collections.create(ctx, 'records', body),
})
