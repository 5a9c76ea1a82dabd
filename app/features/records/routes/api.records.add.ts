import { uncheckedBody } from '#app/http/bodies.ts'
import { post } from '#app/http/calls.ts'
import { records } from '#server/records/contract.ts'

export const action = post({
  summary: 'Add a record',
  requires: 'admin',
  body: uncheckedBody(records.create),
  answer: { list: 'records' },
  status: 201,
  run: (ctx, { body, app }) => app.collections.create(ctx, 'records', body),
})
