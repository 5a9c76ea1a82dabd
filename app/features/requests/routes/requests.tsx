import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { screen } from '#app/http/screen.ts'
import { paths } from '#app/shell/paths.ts'

const permit = screen({ requires: 'admin', load: async () => null })

/** The old address of the requests, which are in To do. */
export const loader = async (args: LoaderFunctionArgs) => {
  await permit(args)
  const asked = new URL(args.request.url).searchParams
  const [event, times] = [Number(asked.get('request')), Number(asked.get('times'))]
  if (times > 0) return redirect(paths.request(times, 'times'))
  if (event > 0) return redirect(paths.request(event))
  return redirect(asked.get('view') === 'answered' ? `${paths.toDo}?view=answered` : paths.toDoKind('request'))
}
