import { redirect } from '@remix-run/node'
import { paths } from '#app/shell/paths.ts'

/** The old address of the requests, which are in To do. */
export const loader = ({ request }: { request: Request }) => {
  const asked = new URL(request.url).searchParams
  const [event, times] = [Number(asked.get('request')), Number(asked.get('times'))]
  if (times > 0) return redirect(paths.request(times, 'times'))
  if (event > 0) return redirect(paths.request(event))
  return redirect(asked.get('view') === 'answered' ? `${paths.toDo}?view=answered` : paths.toDoKind('request'))
}
