import { get } from '#app/http/calls.ts'
import { toDoList, toDoQuery } from '#server/todo/contract.ts'
import { listToDo } from '#server/todo/queries.ts'

export const loader = get({
  summary: 'What is waiting for a coordinator, by the clock',
  requires: 'admin',
  query: toDoQuery,
  answer: toDoList,
  run: (ctx, { query }) => listToDo(ctx, query),
})
